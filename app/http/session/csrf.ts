import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import { cookiesContext, YEAR_SECONDS } from '#app/http/request/cookies.ts';
import { sessionContext } from '#app/http/session/session.ts';
import { isSameSecret, keyedHash, randomToken } from '#app/services/crypto/secrets.ts';

type Context = Readonly<RouterContextProvider>;

const COOKIE = 'XSRF-TOKEN';
export const CSRF_HEADER = 'X-XSRF-TOKEN';
export const CSRF_FIELD = 'csrf';

/** The csrf token for the forms in this response. */
export const csrfContext = createContext<string>();
/** False if the server process found the request to be cross-origin (`app/http/request/request-origin.ts`). */
export const sameOriginContext = createContext<boolean>(true);

/** Creates `random.family.signature`, which proves without storage that we issued it and for which session. */
function createToken(familyId: string): string {
  const random = randomToken().slice(0, 22);
  const family = familyHash(familyId);
  return `${random}.${family}.${keyedHash('csrf', random, family)}`;
}

const REMEMBERED_MAX = 10_000;
const familyHashes = new Map<string, string>();
const signed = new Set<string>();

// Pure functions on every browser request: the last ten thousand results are cached.
function familyHash(familyId: string): string {
  const known = familyHashes.get(familyId);
  if (known) return known;
  if (familyHashes.size >= REMEMBERED_MAX) familyHashes.clear();
  const hash = keyedHash('csrf-family', familyId).slice(0, 16);
  familyHashes.set(familyId, hash);
  return hash;
}

function isSigned(token: string): boolean {
  if (signed.has(token)) return true;
  const [random = '', family = '', signature = ''] = token.split('.');
  const isOurs = isSameSecret(signature, keyedHash('csrf', random, family));
  if (signed.size >= REMEMBERED_MAX) signed.clear();
  if (isOurs) signed.add(token);
  return isOurs;
}

const isOfFamily = (token: string, familyId: string) => token.split('.')[1] === familyHash(familyId);

/** Gives every browser a csrf token, which is bound to the session of a signed-in one. Programs need none. */
export const csrfMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const { session, bearer, visitorId } = context.get(sessionContext);
  if (bearer) return next();
  const current = context.get(cookiesContext).get(COOKIE);
  const isGood = current && isSigned(current) && (!session || isOfFamily(current, session.sessionId));
  context.set(receivedContext, current);
  if (isGood) context.set(csrfContext, current);
  else renewCsrf(context, session?.sessionId ?? visitorId);
  return next();
};

const receivedContext = createContext<string | undefined>();

/** Issues a new csrf pair: on the first visit, and when a session starts or ends. */
export function renewCsrf(context: Context, familyId: string): void {
  const token = createToken(familyId);
  context.get(cookiesContext).set(COOKIE, token, { maxAge: YEAR_SECONDS, httpOnly: false });
  context.set(csrfContext, token);
}

/**
 * Returns true if a state-changing request comes from one of our pages: its header or field equals its cookie, the pair
 * is signed, and it belongs to the session (without a session any signed pair is valid).
 */
export function isTrusted(context: Context, submitted: unknown): boolean {
  const received = context.get(receivedContext);
  const { session } = context.get(sessionContext);
  if (!context.get(sameOriginContext) || typeof submitted !== 'string' || !received) return false;
  if (!isSameSecret(submitted, received) || !isSigned(received)) return false;
  return !session || isOfFamily(received, session.sessionId);
}
