import type { RouterContextProvider } from 'react-router';
import { AppError } from '#app/errors.ts';
import { errorPage } from '#app/http/errors/throwable-page.ts';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { sessionContext } from '#app/http/session/session.ts';
import type { ProofForm, ProofMethod } from '#app/schemas/problem.ts';
import type { Actor } from '#app/services/actor.ts';
import { listProviders } from '#app/services/providers/begin-provider-sign-in.ts';
import { proveAgain, requireProof } from '#app/services/sign-in/prove-again.ts';

type Context = Readonly<RouterContextProvider>;

/** Extra fields of a form whose action requires proof. */
export const PROOF_FIELDS = { password: 'proofPassword', code: 'proofCode' } as const;

/**
 * Checks the proof for an action that requires one (contract §10), posted or recent. Throws `permissionDenied` with the
 * possible proofs, and the errors of a wrong proof.
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
 * Like `requireProofOf`, for administration by API. A personal access token of the scope `admin` counts as proof, as
 * creating it required one. Throws the same errors.
 */
export async function requireProofOrToken(context: Context, actor: Actor): Promise<void> {
  const { bearer } = context.get(sessionContext);
  const hasAdminToken = bearer && bearer !== 'refused' && bearer.scope === 'admin';
  if (!hasAdminToken) await requireProofOf(context, actor);
}

/** Returns the possible proofs if the error is a missing proof; else null. */
export function proofAskedFor(error: AppError): ProofMethod[] | null {
  const { proof } = (error.data ?? {}) as { proof?: ProofMethod[] };
  return error.error === 'permissionDenied' && proof ? proof : null;
}

/** Returns the possible proofs if an action would be refused for lack of one; else null. */
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

/** Throws the page that asks for proof and contains the form. `problem` is the reason why the last proof failed. */
export function askForProof(form: Omit<ProofForm['proofForm'], 'providers'>): never {
  const body: ProofForm = { proofForm: { ...form, providers: listProviders() } };
  throw errorPage(body, 403);
}

/** Handles `?prove=` with a path that requires proof but cannot ask for it, such as a download. */
export async function proveFirst(context: Context, actor: Actor, url: URL): Promise<void> {
  const path = url.searchParams.get('prove');
  const ways = path === null ? null : await needsProof(context, actor);
  if (!ways) return;
  askForProof({ path: url.pathname, fields: { intent: 'prove', redirectTo: safePath(path) }, ways, problem: null });
}
