import type { SubmitFunction } from 'react-router';
import { inward } from '#app/address/base-path.ts';
import { showCutTitles } from '#app/features/shell/browser/cut-titles.ts';
import { addToast } from '#app/ui/toasts.ts';

/**
 * Intents whose forms are submitted without a page load. They have no text fields: if the server cannot be reached, the
 * router shows an error page and typed text would be lost. Forms with text load the next page, as without scripts.
 */
const IN_PLACE = new Set([
  ...['star', 'unstar', 'watch', 'watch-branch', 'unwatch', 'thread-resolve', 'thread-reopen'],
  ...['share-update', 'share-remove', 'share-resend', 'request-dismiss', 'commenting', 'link-revoke', 'link-restore'],
  ...['presence', 'notifications', 'token-revoke', 'session-revoke', 'sessions-revoke-others'],
  ...['announcement-dismiss', 'file-remove', 'file-restore', 'cover-remove'],
  ...['reset', 'suspend', 'activate', 'promote', 'demote', 'uninvite', 'member-remove', 'keeper-remove'],
]);

type Options = { submit: SubmitFunction; offline: string };

/**
 * Submits forms of these intents through the router with one listener, and shows tooltips for truncated titles. Returns
 * a cleanup function.
 */
export function answerInPlace({ submit, offline }: Options): () => void {
  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
    if (!IN_PLACE.has(String(new FormData(form, submitter).get('intent')))) return;
    event.preventDefault();
    // Focus is kept, as the page is not reloaded.
    sessionStorage.removeItem('arbor-focus');
    if (!navigator.onLine) {
      // Show the stored state again instead of the unsent one.
      form.reset();
      addToast({ title: offline, variant: 'destructive' });
      return;
    }
    const around = form.closest('li')?.parentElement?.closest('section') ?? form.closest('section');
    // Without an action the router would use the address of the root.
    const action = inward(form.getAttribute('action') ?? location.pathname + location.search);
    const sent = submit((submitter as HTMLButtonElement | null) ?? form, { action, preventScrollReset: true });
    closeMenu(form);
    void Promise.resolve(sent).then(() => keepFocusNear(around));
  };
  // Listen on the window, to run after every listener that may have prevented the event.
  window.addEventListener('submit', onSubmit);
  const hideTitles = showCutTitles();
  return () => {
    window.removeEventListener('submit', onSubmit);
    hideTitles();
  };
}

/** Closes the menu of a form, as a page load would. */
function closeMenu(form: HTMLFormElement): void {
  const menu = form.closest('details.pop');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
}

/** Number of frames in which the page is committed after a navigation. */
const FRAMES = 30;

/** Moves focus to the section if the pressed button was removed. */
function keepFocusNear(around: HTMLElement | null, frames = FRAMES): void {
  const isNowhere = document.activeElement === null || document.activeElement === document.body;
  if (!isNowhere) {
    if (frames > 0) requestAnimationFrame(() => keepFocusNear(around, frames - 1));
    return;
  }
  const next = around?.isConnected ? around : document.querySelector<HTMLElement>('main h1');
  if (!next) return;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
