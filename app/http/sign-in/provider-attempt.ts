import type { RouterContextProvider } from 'react-router';
import { z } from 'zod';
import { config } from '#app/config.server.ts';
import { cookiesContext, ownCookie } from '#app/http/request/cookies.ts';
import { isSameSecret, keyedHash } from '#app/services/crypto/secrets.ts';
import { ATTEMPT_TTL_SECONDS, consumeState } from '#app/services/providers/consume-state.ts';

type Context = Readonly<RouterContextProvider>;

const COOKIE = 'arbor_provider';
const PURPOSE = 'provider-attempt';
const REDIRECT_MAX = 1000;

const shape = z.object({
  name: z.string(),
  state: z.string().min(1),
  codeVerifier: z.string(),
  redirectTo: z.string(),
  remember: z.boolean(),
  /** Account to link, if started in its settings; null to sign in. */
  linkFor: z.string().nullable(),
  expiresAt: z.number(),
});
/** A social sign-in in progress, between the redirect to the provider and the return. */
export type Attempt = z.output<typeof shape>;

/** Returns the providers' callback URI: below APP_URL, else on the request's host. */
export function callbackUri(url: URL): string {
  return `${config().appUrl ?? url.origin}/auth-callback`;
}

/** Stores the attempt in this browser, signed for this purpose only. */
export function keepAttempt(context: Context, attempt: Omit<Attempt, 'expiresAt'>): void {
  const redirectTo = attempt.redirectTo.length > REDIRECT_MAX ? '/' : attempt.redirectTo;
  const kept: Attempt = { ...attempt, redirectTo, expiresAt: Date.now() + 1000 * ATTEMPT_TTL_SECONDS };
  const payload = Buffer.from(JSON.stringify(kept)).toString('base64url');
  const value = `${payload}.${keyedHash(PURPOSE, payload)}`;
  context.get(cookiesContext).set(ownCookie(COOKIE), value, { maxAge: ATTEMPT_TTL_SECONDS });
}

/** Returns the attempt that this browser started with this state and clears it; null for another or an expired one. */
export async function takeAttempt(context: Context, state: string | null): Promise<Attempt | null> {
  const cookies = context.get(cookiesContext);
  const attempt = readAttempt(cookies.get(ownCookie(COOKIE)));
  if (!attempt || !state || !isSameSecret(state, attempt.state)) return null;
  cookies.clear(ownCookie(COOKIE));
  return (await consumeState(attempt.state)) ? attempt : null;
}

function readAttempt(value = ''): Attempt | null {
  const [payload = '', signature = ''] = value.split('.');
  if (!isSameSecret(signature, keyedHash(PURPOSE, payload))) return null;
  // An attempt signed by another version of Arbor may have another shape.
  const attempt = shape.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data;
  return attempt && attempt.expiresAt > Date.now() ? attempt : null;
}
