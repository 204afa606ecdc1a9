import { logOut } from '#app/browser/auth-state.ts';
import { request } from '#app/browser/request.ts';
import { sendUnsent } from '#app/browser/unsent.ts';

/** Signs out and loads the start page as a whole, so that nothing of the account stays in memory. */
export async function logOutAndStartAnew(): Promise<void> {
  await logOut(async () => {
    await sendUnsent();
    await request('POST', '/api/auth/logout', { quiet: true });
  });
  location.assign('/');
}
