import { hasDrafts } from '#app/client/editor/drafts.ts';
import { pageTexts } from '#app/client/page-texts.ts';
import { request } from '#app/client/request.ts';
import { sendUnsent } from '#app/client/unsent.ts';
import { logOut, userInfo } from '#app/components/auth-state.ts';

/** Whether text of this person is in no other place than this browser. */
async function leavesText(): Promise<boolean> {
  try {
    return await hasDrafts(userInfo()?.id ?? '');
  } catch (error) {
    console.warn('This browser keeps no drafts:', (error as Error).name);
    return false;
  }
}

/**
 * Signs out and loads the start page as a whole, so that nothing of the account stays in memory. Text that could not be
 * sent stays in the browser, and is asked about first.
 */
export async function logOutAndStartAnew(): Promise<void> {
  await sendUnsent();
  if ((await leavesText()) && !confirm(pageTexts()('auth.unsentText'))) return;
  await logOut(() => request('POST', '/api/auth/logout', { quiet: true }));
  location.assign('/');
}
