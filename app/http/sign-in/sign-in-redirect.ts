import type { RouterContextProvider } from 'react-router';
import { redirect } from 'react-router';
import { keepSecondFactorGrant } from '#app/http/sign-in/second-factor-cookie.ts';
import { signInBrowser } from '#app/http/sign-in/sign-in-response.ts';
import type { Entry } from '#app/services/sign-in/enter-account.ts';

type Context = Readonly<RouterContextProvider>;

/** Returns the redirect after the first factor: to the requested page, or to the second factor. */
export async function enterBrowser(context: Context, entry: Entry, email: string, wanted: string): Promise<Response> {
  if ('credentials' in entry) {
    await signInBrowser(context, entry);
    return redirect(wanted, 303);
  }
  keepSecondFactorGrant(context, entry.tempId);
  const query = new URLSearchParams({ type: '2fa', email });
  if (wanted !== '/') query.set('redirectTo', wanted);
  return redirect(`/verify?${query}`, 303);
}
