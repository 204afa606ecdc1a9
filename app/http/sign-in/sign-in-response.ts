import type { RouterContextProvider } from 'react-router';
import { keepDevice } from '#app/http/request/asker-cookies.ts';
import { renewCsrf } from '#app/http/session/csrf.ts';
import {
  clearCredentials,
  presentsCredentials,
  refreshTokenOf,
  sessionContext,
  setCredentials,
} from '#app/http/session/session.ts';
import { finishPendingLink } from '#app/http/sign-in/pending-link.ts';
import { endSession, endSessionOfRefreshToken } from '#app/services/sessions/end-session.ts';
import type { Credentials } from '#app/services/sessions/start-session.ts';

type Context = Readonly<RouterContextProvider>;

type SignedIn = { user: { email: string }; credentials: Credentials };

/**
 * Gives a browser its session, a csrf pair that belongs to it, counters of its own for this account, and what waited for
 * the account to prove itself.
 */
export async function signInBrowser(context: Context, { user, credentials }: SignedIn): Promise<void> {
  keepDevice(context, user.email);
  setCredentials(context, credentials);
  renewCsrf(context, credentials.sessionId);
  await finishPendingLink(context, credentials.sessionId);
}

/** Ends the session a browser presents, by either cookie, and takes both away. */
export async function signOutBrowser(context: Context): Promise<void> {
  // A second sign-out that answers late would take the csrf pair from the sign-in form that is already shown.
  if (!presentsCredentials(context)) return;
  const { session, visitorId } = context.get(sessionContext);
  const refreshToken = refreshTokenOf(context);
  if (session) await endSession(session.sessionId);
  else if (refreshToken) await endSessionOfRefreshToken(refreshToken);
  clearCredentials(context);
  renewCsrf(context, visitorId);
}
