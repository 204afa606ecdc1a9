import type { RouterContextProvider } from 'react-router';
import { cookiesContext, ownCookie, YEAR_SECONDS } from '#app/http/request/cookies.ts';
import { takeRegistration } from '#app/http/request/registration-cookie.ts';
import type { CodeType } from '#app/schemas/accounts.ts';
import { randomToken } from '#app/services/crypto/secrets.ts';
import { type Requester, rememberDevice } from '#app/services/sign-in/requester.ts';

type Context = Readonly<RouterContextProvider>;

/** Cookie that binds codes to this browser. Outlives a code, as wrong guesses are counted that long. */
const BROWSER = 'arbor_code';
const BROWSER_TTL_SECONDS = 24 * 3600;
/** Cookie that proves earlier sign-ins of accounts in this browser. */
const DEVICE = 'arbor_device';

/** Returns the browser that posts a code or makes a counted request. */
export function requesterOf(context: Context, type?: CodeType): Requester {
  const cookies = context.get(cookiesContext);
  const bound = type === 'register' ? takeRegistration(context) : cookies.get(ownCookie(BROWSER));
  return { browser: bound ?? null, device: cookies.get(ownCookie(DEVICE)) ?? null };
}

/** Returns the browser that requests a code; the code is valid only there. */
export function bindRequester(context: Context, type: CodeType): Requester {
  const asker = requesterOf(context, type);
  if (type === 'register') return asker;
  const browser = asker.browser && /^[\w-]{43}$/.test(asker.browser) ? asker.browser : randomToken();
  context.get(cookiesContext).set(ownCookie(BROWSER), browser, { maxAge: BROWSER_TTL_SECONDS });
  return { ...asker, browser };
}

/** Remembers a sign-in, so that this browser's attempts on the account are counted separately from strangers'. */
export function keepDevice(context: Context, email: string): void {
  const { device } = requesterOf(context);
  const known = rememberDevice(device, email);
  context.get(cookiesContext).set(ownCookie(DEVICE), known, { maxAge: YEAR_SECONDS });
}
