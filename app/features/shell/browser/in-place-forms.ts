import type { SubmitFunction } from 'react-router';
import { showCutTitles } from '#app/features/shell/browser/cut-titles.ts';
import { addToast } from '#app/ui/toasts.ts';

/**
 * Intents whose forms answer without a page load. Nothing is typed in them: when the server cannot be reached, the
 * router replaces the page by an error, and a typed text would be lost. Forms with text load the next page, as without
 * scripts.
 */
const IN_PLACE = new Set([
  ...['star', 'unstar', 'watch', 'watch-branch', 'unwatch', 'thread-resolve', 'thread-reopen'],
  ...['share-update', 'share-remove', 'share-resend', 'request-dismiss', 'commenting', 'link-revoke', 'link-restore'],
  ...['presence', 'notifications', 'token-revoke', 'session-revoke', 'sessions-revoke-others'],
  ...['file-remove', 'file-restore', 'cover-remove'],
  ...['reset', 'suspend', 'activate', 'promote', 'demote', 'uninvite', 'member-remove', 'keeper-remove'],
]);

type Options = { submit: SubmitFunction; offline: string };

/**
 * Submits forms of these intents through the router, with one listener; cut titles get a tooltip. Returns the function
 * that stops both.
 */
export function answerInPlace({ submit, offline }: Options): () => void {
  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
    if (!IN_PLACE.has(String(new FormData(form, submitter).get('intent')))) return;
    event.preventDefault();
    // Focus stays: the page is not loaded.
    sessionStorage.removeItem('arbor-focus');
    if (!navigator.onLine) {
      // Shows what is stored, not what could not be sent.
      form.reset();
      addToast({ title: offline, variant: 'destructive' });
      return;
    }
    const around = form.closest('li')?.parentElement?.closest('section') ?? form.closest('section');
    // Without one the router would take the address of the root.
    const action = form.getAttribute('action') ?? location.pathname + location.search;
    const sent = submit((submitter as HTMLButtonElement | null) ?? form, { action, preventScrollReset: true });
    closeMenu(form);
    void Promise.resolve(sent).then(() => keepFocusNear(around));
  };
  // On the window: after every listener that may have prevented it.
  window.addEventListener('submit', onSubmit);
  const hideTitles = showCutTitles();
  return () => {
    window.removeEventListener('submit', onSubmit);
    hideTitles();
  };
}

/** A page load would have closed it. */
function closeMenu(form: HTMLFormElement): void {
  const menu = form.closest('details.pop');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
}

/** Frames within which the page is committed after its navigation has ended. */
const FRAMES = 30;

/** The pressed button may go with its row. */
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
