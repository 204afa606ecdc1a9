import type { RouterContextProvider } from 'react-router';
import { AppError } from '#app/errors.ts';
import { errorPage } from '#app/http/errors/throwable-page.ts';
import { safePath } from '#app/http/request/safe-redirect.ts';
import { sessionContext } from '#app/http/session/session.ts';
import type { ProofForm, ProofMethod } from '#app/schemas/problem.ts';
import { requireAdministrator, viaWeb } from '#app/services/access/administrator.ts';
import { findIdentities } from '#app/services/accounts/find-identities.ts';
import type { Actor } from '#app/services/actor.ts';
import { listProviders } from '#app/services/providers/begin-provider-sign-in.ts';
import { proveAgain, requireProof } from '#app/services/sign-in/prove-again.ts';

type Context = Readonly<RouterContextProvider>;

/** Extra fields of a form whose action requires proof. */
export const PROOF_FIELDS = { password: 'proofPassword', code: 'proofCode' } as const;

/** Returns the id of the session, which holds the proof. Throws `permissionDenied` for tokens, which have none. */
export function requireSessionId(context: Context): string {
  const { session } = context.get(sessionContext);
  if (!session) throw new AppError('permissionDenied');
  return session.sessionId;
}

/**
 * Checks the proof for an action that requires one (contract §10), posted or recent. Throws `permissionDenied` with the
 * possible proofs, and the errors of a wrong proof.
 */
export async function requireProofOf(context: Context, actor: Actor, form?: FormData): Promise<void> {
  const sessionId = requireSessionId(context);
  const given = (field: string) => form?.get(field)?.toString() || undefined;
  const [password, code] = [given(PROOF_FIELDS.password), given(PROOF_FIELDS.code)];
  if (password || code) await proveAgain(actor, sessionId, { password, code });
  await requireProof(actor, sessionId);
}

/**
 * Like `requireProofOf`, for administration by API: no one else is asked for proof. A personal access token of the
 * scope `admin` counts as proof, as creating it required one. Throws the same errors.
 */
export async function requireProofOrToken(context: Context, actor: Actor): Promise<void> {
  requireAdministrator(viaWeb(actor));
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

type AskedForm = Omit<ProofForm['proofForm'], 'provider' | 'providers'>;

/** Throws the page that asks for proof and contains the form. `problem` is the reason why the last proof failed. */
export async function askForProof(actor: Actor, form: AskedForm): Promise<never> {
  const linked = (await findIdentities(actor.id)).map(({ providerName }) => providerName);
  const providers = listProviders().filter((name) => linked.includes(name));
  const { path, fields } = form;
  // A proof before a download has no form to send again.
  const provider: Record<string, string> =
    fields.intent === 'prove'
      ? { redirectTo: fields.redirectTo ?? path }
      : { redirectTo: path, unsent: JSON.stringify({ path, fields }) };
  const body: ProofForm = { proofForm: { ...form, provider, providers } };
  throw errorPage(body, 403);
}

/** Handles `?prove=` with a path that requires proof but cannot ask for it, such as a download. */
export async function proveFirst(context: Context, actor: Actor, url: URL): Promise<void> {
  const path = url.searchParams.get('prove');
  const ways = path === null ? null : await needsProof(context, actor);
  if (!ways) return;
  const fields: Record<string, string> = { intent: 'prove', redirectTo: safePath(path) };
  await askForProof(actor, { path: url.pathname, fields, ways, problem: null });
}
