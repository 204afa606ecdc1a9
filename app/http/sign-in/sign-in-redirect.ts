import type { RouterContextProvider } from 'react-router';
import { redirect } from 'react-router';
import { setToast } from '#app/http/page-state/toast.ts';
import { keepSecondFactorGrant } from '#app/http/sign-in/second-factor-cookie.ts';
import { signInBrowser } from '#app/http/sign-in/sign-in-response.ts';
import type { Entry } from '#app/services/sign-in/enter-account.ts';

type Context = Readonly<RouterContextProvider>;

/** Returns the redirect after the first factor: to the requested page, or to the second factor. */
export async function enterBrowser(context: Context, entry: Entry, email: string, wanted: string): Promise<Response> {
  if ('credentials' in entry) {
    // First, as a provider linked on the way has a toast of its own.
    setToast(context, { key: 'signedIn' });
    await signInBrowser(context, entry);
    return redirect(wanted, 303);
  }
  keepSecondFactorGrant(context, entry.tempId);
  const query = new URLSearchParams({ type: '2fa', email });
  if (wanted !== '/') query.set('redirectTo', wanted);
  return redirect(`/verify?${query}`, 303);
}
