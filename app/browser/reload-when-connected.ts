const AGAIN_AFTER_MS = 5000;
/** Answers of a proxy whose server is away. */
const AWAY = [502, 503, 504];

const running = new Set<Promise<void>>();
const plain = window.fetch;

/**
 * Reloads the page's data once the connection is back. A failed reload would replace the page, and unsaved text in it,
 * with an error.
 */
export async function reloadWhenConnected(revalidate: () => Promise<void>): Promise<void> {
  if (running.size === 0)
    window.fetch = (input, init) => (isPageData(input) ? fetchPatiently(input, init) : plain(input, init));
  const reload = revalidate();
  running.add(reload);
  try {
    await reload;
  } finally {
    running.delete(reload);
    if (running.size === 0) window.fetch = plain;
  }
}

/** True for the data of the current page. A page that the user goes to may fail. */
function isPageData(input: RequestInfo | URL): boolean {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  return pathname === `${location.pathname}${location.pathname.endsWith('/') ? '_' : ''}.data`;
}

async function fetchPatiently(input: RequestInfo | URL, init?: RequestInit) {
  for (;;) {
    const response = await plain(input, init).catch((error: Error) => {
      if (!(error instanceof TypeError) || init?.signal?.aborted) throw error;
      return null;
    });
    if (response && !AWAY.includes(response.status)) return response;
    await connected();
    init?.signal?.throwIfAborted();
  }
}

/** Resolves when the browser is online again, or after a time. */
function connected(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, AGAIN_AFTER_MS);
    addEventListener('online', done);
    function done() {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    }
  });
}
