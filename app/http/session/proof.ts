import { data, type RouterContextProvider } from 'react-router';
import { AppError } from '#app/errors.ts';
import { sessionContext } from '#app/http/session/session.ts';
import type { ProofForm, ProofMethod } from '#app/schemas/problem.ts';
import type { Actor } from '#app/services/actor.ts';
import { listProviders } from '#app/services/providers/begin-provider-sign-in.ts';
import { proveAgain, requireProof } from '#app/services/sign-in/prove-again.ts';

type Context = Readonly<RouterContextProvider>;

/** Extra fields of a form whose action needs proof again. */
export const PROOF_FIELDS = { password: 'proofPassword', code: 'proofCode' } as const;

/**
 * For an action that needs proof again (contract §10): checks the posted proof, if any. Throws `permissionDenied` with
 * the ways to prove it, and the errors of a wrong proof.
 */
export async function requireProofOf(context: Context, actor: Actor, form?: FormData): Promise<void> {
  const { session } = context.get(sessionContext);
  if (!session) throw new AppError('permissionDenied');
  const given = (field: string) => form?.get(field)?.toString() || undefined;
  const [password, code] = [given(PROOF_FIELDS.password), given(PROOF_FIELDS.code)];
  if (password || code) await proveAgain(actor, session.sessionId, { password, code });
  await requireProof(actor, session.sessionId);
}

/**
 * For an act of administration over the API. A personal access token of the scope `admin` counts as proof: it was made
 * after one. Throws as `requireProofOf` does.
 */
export async function requireProofOrToken(context: Context, actor: Actor): Promise<void> {
  if (!context.get(sessionContext).bearer) await requireProofOf(context, actor);
}

/** Returns the ways to prove if the error is a missing proof; else null. */
export function proofAskedFor(error: AppError): ProofMethod[] | null {
  const { proof } = (error.data ?? {}) as { proof?: ProofMethod[] };
  return error.error === 'permissionDenied' && proof ? proof : null;
}

/** Returns the ways to prove if an action would be refused for a missing proof; else null. */
export async function needsProof(context: Context, actor: Actor): Promise<ProofMethod[] | null> {
  try {
    await requireProofOf(context, actor);
    return null;
  } catch (error) {
    const ways = error instanceof AppError ? proofAskedFor(error) : null;
    if (!ways) throw error;
    return ways;
  }
}

/** Throws the page that asks for proof and carries the form; `problem` says why the last proof failed. */
export function askForProof(form: Omit<ProofForm['proofForm'], 'providers'>): never {
  const body: ProofForm = { proofForm: { ...form, providers: listProviders() } };
  throw data(body, { status: 403 });
}
