const csrfCookie = () => /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];

/** The cookie while this page was loaded; signing in and out change it. */
const known = csrfCookie();
const listeners = new Set<(isKept: boolean) => void>();

// Outlives the page's components, which are gone while it signs out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) renew(true);
});

function renew(isKept: boolean): void {
  const csrf = isKept ? known : document.querySelector<HTMLInputElement>('input[name="csrf"]')?.value;
  if (csrf === csrfCookie()) {
    for (const listener of listeners) listener(isKept);
    return;
  }
  document.documentElement.hidden = true;
  location.reload();
}

/**
 * Calls back when the browser restores a page without a request: from the back/forward cache (`isKept`) or from the
 * HTTP cache. Reloads a page of another session instead.
 */
export function followReturn(listener: (isKept: boolean) => void, signal: AbortSignal): void {
  listeners.add(listener);
  signal.addEventListener('abort', () => listeners.delete(listener));
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'back_forward') renew(false);
}
