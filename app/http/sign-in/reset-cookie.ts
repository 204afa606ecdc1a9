import type { RouterContextProvider } from 'react-router';
import { cookiesContext, ownCookie } from '#app/http/request/cookies.ts';

type Context = Readonly<RouterContextProvider>;

const COOKIE = 'arbor_reset';
const TTL_SECONDS = 10 * 60;

/** Stores the grant to choose a password in a cookie, to keep it out of URLs and pages. */
export function keepResetGrant(context: Context, tempId: string): void {
  context.get(cookiesContext).set(ownCookie(COOKIE), tempId, { maxAge: TTL_SECONDS });
}

export function findResetGrant(context: Context): string | undefined {
  return context.get(cookiesContext).get(ownCookie(COOKIE));
}

export function clearResetGrant(context: Context): void {
  context.get(cookiesContext).clear(ownCookie(COOKIE));
}
