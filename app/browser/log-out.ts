import { outward } from '#app/address/base-path.ts';
import { withoutArrived } from '#app/browser/arrived-drafts.ts';
import { logOut, userInfo } from '#app/browser/auth-state.ts';
import { findAllDrafts } from '#app/browser/drafts.ts';
import { flushUnsent } from '#app/browser/flush-unsent.ts';
import { request, xsrfToken } from '#app/browser/request.ts';
import { pageTexts } from '#app/i18n/browser/page-texts.ts';

/** Returns true if some of this person's text exists only in this browser. */
async function leavesText(): Promise<boolean> {
  try {
    return (await withoutArrived(await findAllDrafts(userInfo()?.id ?? ''))).length > 0;
  } catch (error) {
    console.warn('This browser keeps no drafts:', (error as Error).name);
    return false;
  }
}

/**
 * Signs out and opens the start page as the answer to the form, which says so; no account data stays in memory. Asks
 * first if there is unsent text, which then stays in the browser. If the call failed, the form signs out.
 */
export async function logOutAndStartAnew(): Promise<void> {
  await flushUnsent();
  if ((await leavesText()) && !confirm(pageTexts()('auth.unsentText'))) return;
  await logOut(() => request('POST', '/api/auth/logout', { quiet: true }));
  postForm('/logout', { csrf: xsrfToken() });
}

/**
 * Opens the answer to a form as a page. After a failed call the session may still live: the page says whether it ended,
 * and reloading it tries again.
 */
function postForm(action: string, fields: Record<string, string>): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: outward(action), hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  document.body.append(form);
  form.submit();
}
