import type { RouterContextProvider } from 'react-router';
import { keepDevice } from '#app/http/request/requester-cookies.ts';
import { renewCsrf } from '#app/http/session/csrf.ts';
import {
  clearCredentials,
  presentsCredentials,
  refreshTokenOf,
  sessionContext,
  setCredentials,
} from '#app/http/session/session.ts';
import { finishPendingLink } from '#app/http/sign-in/pending-link.ts';
import { findAskedLanguage } from '#app/i18n/server/language-middleware.ts';
import { setFirstLanguage } from '#app/services/accounts/set-language.ts';
import { endSession, endSessionOfRefreshToken } from '#app/services/sessions/end-session.ts';
import type { Credentials } from '#app/services/sessions/start-session.ts';

type Context = Readonly<RouterContextProvider>;

type SignedIn = { user: { id: string; email: string }; credentials: Credentials };

/**
 * Signs a browser in: sets the session, a csrf pair bound to it and the device cookie of the account, and finishes a
 * pending provider link. A session that the browser had before ends. An account without a language has the browser's.
 */
export async function signInBrowser(context: Context, { user, credentials }: SignedIn): Promise<void> {
  await endPresentedSession(context);
  keepDevice(context, user.email);
  setCredentials(context, credentials);
  renewCsrf(context, credentials.sessionId);
  await finishPendingLink(context, credentials.sessionId);
  const lng = findAskedLanguage(context);
  if (lng) await setFirstLanguage(user.id, lng);
}

/** Ends the session of either cookie and clears both. */
export async function signOutBrowser(context: Context): Promise<void> {
  // A late second sign-out would replace the csrf pair of the sign-in form already shown.
  if (!presentsCredentials(context)) return;
  await endPresentedSession(context);
  clearCredentials(context);
  renewCsrf(context, context.get(sessionContext).visitorId);
}

async function endPresentedSession(context: Context): Promise<void> {
  const { session } = context.get(sessionContext);
  const refreshToken = refreshTokenOf(context);
  if (session) await endSession(session.sessionId);
  else if (refreshToken) await endSessionOfRefreshToken(refreshToken);
}
