import { request } from '#app/client/request.ts';
import { sendUnsent } from '#app/client/unsent.ts';
import { logOut } from '#app/components/auth-state.ts';

/** Signs out and loads the start page as a whole, so that nothing of the account stays in memory. */
export async function logOutAndStartAnew(): Promise<void> {
  await logOut(async () => {
    await sendUnsent();
    await request('POST', '/api/auth/logout', { quiet: true });
  });
  location.assign('/');
}
