import type { RouterContextProvider } from 'react-router';
import { cookiesContext, ownCookie } from '#app/http/request/cookies.ts';

type Context = Readonly<RouterContextProvider>;

const COOKIE = 'arbor_registration';
const TTL_SECONDS = 24 * 3600;

/** Binds a registration to this browser: only here does the code confirm the chosen password. */
export function keepRegistration(context: Context, token: string): void {
  context.get(cookiesContext).set(ownCookie(COOKIE), token, { maxAge: TTL_SECONDS });
}

export function takeRegistration(context: Context): string | null {
  return context.get(cookiesContext).get(ownCookie(COOKIE)) ?? null;
}
