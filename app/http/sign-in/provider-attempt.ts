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
/** Browsers keep cookies up to 4096 bytes, with name and attributes. */
const PAYLOAD_MAX = 3500;

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

/** Stores the attempt in this browser, beside those of other tabs, signed for this purpose only. */
export function keepAttempt(context: Context, attempt: Omit<Attempt, 'expiresAt'>): void {
  const redirectTo = attempt.redirectTo.length > REDIRECT_MAX ? '/' : attempt.redirectTo;
  const kept: Attempt = { ...attempt, redirectTo, expiresAt: Date.now() + 1000 * ATTEMPT_TTL_SECONDS };
  keepAttempts(context, [kept, ...readAttempts(context)]);
}

/** Returns the attempt that this browser started with this state and clears it; null for another or an expired one. */
export async function takeAttempt(context: Context, state: string | null): Promise<Attempt | null> {
  const attempts = readAttempts(context);
  const attempt = attempts.find((each) => state && isSameSecret(state, each.state));
  if (!attempt) return null;
  keepAttempts(
    context,
    attempts.filter((each) => each !== attempt),
  );
  return (await consumeState(attempt.state)) ? attempt : null;
}

/** Writes attempts, newest first, as many as fit into a cookie. */
function keepAttempts(context: Context, attempts: Attempt[]): void {
  const cookies = context.get(cookiesContext);
  const kept = [...attempts];
  const payloadOf = () => Buffer.from(JSON.stringify(kept)).toString('base64url');
  while (kept.length > 1 && payloadOf().length > PAYLOAD_MAX) kept.pop();
  const payload = payloadOf();
  if (kept.length === 0) cookies.clear(ownCookie(COOKIE));
  else cookies.set(ownCookie(COOKIE), `${payload}.${keyedHash(PURPOSE, payload)}`, { maxAge: ATTEMPT_TTL_SECONDS });
}

function readAttempts(context: Context): Attempt[] {
  const [payload = '', signature = ''] = context.get(cookiesContext).get(ownCookie(COOKIE))?.split('.') ?? [];
  if (!isSameSecret(signature, keyedHash(PURPOSE, payload))) return [];
  // Attempts signed by another version of Arbor may have another shape.
  const attempts = z.array(shape).safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data ?? [];
  return attempts.filter(({ expiresAt }) => expiresAt > Date.now());
}
