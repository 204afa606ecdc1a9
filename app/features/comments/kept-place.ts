const KEY = 'arbor-place';
/** Intents that lead to the comments below the text. */
const LEADS_BELOW = /^(?:comment(?:-edit|-delete)?|thread-(?:resolve|reopen))$/;

type Place = { path: string; y: number; isSheet: boolean };

/** Remembers the scroll position if a form is sent from a sheet or from a card in the margin. */
export function rememberPlace({ target, submitter }: SubmitEvent): void {
  const form = target as HTMLFormElement;
  const around = form.closest(':popover-open, .thread.in-margin');
  if (!around || !LEADS_BELOW.test(submitter?.getAttribute('value') ?? '')) return;
  const place: Place = { path: location.pathname, y: scrollY, isSheet: around.matches(':popover-open') };
  sessionStorage.setItem(KEY, JSON.stringify(place));
}

/**
 * Scrolls to the remembered position, as the fragment of the answer leads below the text. Focuses the
 * passage of a sheet, which is closed now, or the comment in its card. Returns false without a position.
 */
export function returnToPlace(): boolean {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const addressed = document.getElementById(location.hash.slice(1));
  // A refused comment has no fragment. Its form shows the error.
  if (!text || !addressed?.closest('#comments')) return false;
  const { path, y, isSheet } = JSON.parse(text) as Place;
  if (path !== location.pathname) return false;
  scrollTo({ top: y, behavior: 'instant' });
  const mark = isSheet && document.getElementById(`${addressed.closest('.thread')?.id}`.replace('thread-', 'passage-'));
  (mark || addressed).focus({ preventScroll: true });
  return true;
}
