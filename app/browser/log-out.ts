import { logOut, userInfo } from '#app/browser/auth-state.ts';
import { request } from '#app/browser/request.ts';
import { sendUnsent } from '#app/browser/unsent.ts';
import { hasDrafts } from '#app/features/editor/browser/drafts.ts';
import { pageTexts } from '#app/i18n/browser/page-texts.ts';

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
