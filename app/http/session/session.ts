import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import { AppError } from '#app/errors.ts';
import { clientAddressContext } from '#app/http/request/client-address.ts';
import { cookiesContext, ownCookie, YEAR_SECONDS } from '#app/http/request/cookies.ts';
import type { Actor } from '#app/services/actor.ts';
import { newId } from '#app/services/new-id.ts';
import type { Visitor } from '#app/services/response-cache/find-visitor.ts';
import { findSession, isSessionLive, type LiveSession } from '#app/services/sessions/find-session.ts';
import { rotateSession } from '#app/services/sessions/rotate-session.ts';
import { rememberedSeconds } from '#app/services/sessions/session-lifetime.ts';
import { ACCESS_TTL_SECONDS } from '#app/services/sessions/session-tokens.ts';
import type { Credentials } from '#app/services/sessions/start-session.ts';
import { mustSetUpFactor } from '#app/services/sign-in/second-factor-rule.ts';
import { findTokenActor, type TokenActor } from '#app/services/tokens/find-token-actor.ts';

type Context = Readonly<RouterContextProvider>;
/**
 * `bearer` is the account of a valid personal access token, or `refused` for an invalid one; cookies are then ignored.
 */
type Visit = {
  session: LiveSession | null;
  bearer: TokenActor | 'refused' | null;
  /** Names a browser without a session; empty for a program. */
  visitorId: string;
  /** Rechecks session or token during long work. */
  isStillGood: () => Promise<boolean>;
};

export const sessionContext = createContext<Visit>();

/** The session or personal access token that the server process found before the framework; null if it did not look. */
export const foundVisitorContext = createContext<Visitor | null>(null);

export const ACCESS = 'arbor_access';
export const REFRESH = 'arbor_refresh';
const VISITOR = 'arbor_visitor';

/** Identifies the actor. Pages refresh an expired session here; API clients do so themselves. */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const cookies = context.get(cookiesContext);
  const access = cookies.get(ownCookie(ACCESS));
  const refresh = cookies.get(ownCookie(REFRESH));
  const { pathname } = new URL(request.url);
  const isApi = (pathname.startsWith('/api/') && pathname !== '/api/docs') || pathname === '/mcp';
  // Pages load images directly, so these requests refresh the session like a page.
  const mayRefresh = !isApi || (request.method === 'GET' && pathname.startsWith('/api/files/'));
  const found = context.get(foundVisitorContext);
  const token = isApi ? bearerToken(request.headers.get('Authorization')) : null;
  if (token !== null) {
    const address = context.get(clientAddressContext);
    const bearer = found?.bearer ?? (await findTokenActor(token, address)) ?? 'refused';
    const isStillGood = async () => (await findTokenActor(token, address)) !== null;
    context.set(sessionContext, { session: null, bearer, visitorId: '', isStillGood });
    return next();
  }
  let session = found?.session ?? (access ? await findSession(access) : null);
  if (!session && refresh && mayRefresh) session = await refreshSession(context, refresh);
  const isStillGood = async () =>
    session !== null && (await isSessionLive(session.sessionId)) && !(await mustSetUpFactor(session.actor));
  context.set(sessionContext, { session, bearer: null, visitorId: visitorId(context), isStillGood });
  return next();
};

/** Returns the token of `Authorization: Bearer …`. Other schemes may belong to a proxy. */
export function bearerToken(authorization: string | null | undefined): string | null {
  return /^Bearer *(.*)$/i.exec(authorization ?? '')?.[1]?.trim() ?? null;
}

function visitorId(context: Context): string {
  const cookies = context.get(cookiesContext);
  const known = cookies.get(ownCookie(VISITOR));
  if (known && /^c[a-z0-9]{23}$/.test(known)) return known;
  const created = newId();
  cookies.set(ownCookie(VISITOR), created, { maxAge: YEAR_SECONDS });
  return created;
}

/** Exchanges the refresh cookie for new credentials. Clears an invalid one. */
async function refreshSession(context: Context, refreshToken: string): Promise<LiveSession | null> {
  try {
    const { actor, credentials } = await rotateSession(refreshToken);
    setCredentials(context, credentials);
    return { actor, sessionId: credentials.sessionId };
  } catch (error) {
    if (!(error instanceof AppError) || error.error !== 'invalidRefreshToken') throw error;
    clearCredentials(context);
    return null;
  }
}

export function setCredentials(context: Context, { accessToken, refreshToken, remember }: Credentials): void {
  const cookies = context.get(cookiesContext);
  cookies.set(ownCookie(ACCESS), accessToken, remember ? { maxAge: ACCESS_TTL_SECONDS } : {});
  cookies.set(ownCookie(REFRESH), refreshToken, remember ? { maxAge: rememberedSeconds() } : {});
}

export function clearCredentials(context: Context): void {
  const cookies = context.get(cookiesContext);
  cookies.clear(ownCookie(ACCESS));
  cookies.clear(ownCookie(REFRESH));
}

/** Returns true if the request has either session cookie, valid or not. */
export function presentsCredentials(context: Context): boolean {
  const cookies = context.get(cookiesContext);
  return Boolean(cookies.get(ownCookie(ACCESS)) || cookies.get(ownCookie(REFRESH)));
}

export function refreshTokenOf(context: Context): string | undefined {
  return context.get(cookiesContext).get(ownCookie(REFRESH));
}

export function findActor(context: Context): Actor | null {
  const { session, bearer } = context.get(sessionContext);
  return bearer === null ? (session?.actor ?? null) : bearer === 'refused' ? null : bearer.actor;
}
