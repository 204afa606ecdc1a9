import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright';

/** A browser context with one page. */
export type Window = { page: Page; context: BrowserContext };

/** Members whose effects cannot be undone. A window on which one of them was read is closed for good. */
const LASTING = {
  page: [
    'addInitScript',
    'clock',
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'routeWebSocket',
    'setViewportSize',
  ],
  context: [
    ...['addInitScript', 'clock', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession'],
    ...['routeWebSocket', 'setExtraHTTPHeaders', 'setGeolocation', 'setOffline'],
  ],
};

/** Bounds the memory of windows that wait. */
const IDLE_MAX = 4;

type IdleWindow = { window: Window; key: string; closeForGood: BrowserContext['close'] };

/** Emptied windows of each browser, oldest first. */
const idleOf = new WeakMap<Browser, IdleWindow[]>();

/**
 * Opens a window for a test, which ends with `context.close()`. That empties the window for the next test with the same
 * options: the first page of a new window costs three times the processor time of a page in a used one.
 */
export async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<Window> {
  const key = JSON.stringify(options);
  const idle = idleOf.get(browser) ?? [];
  idleOf.set(browser, idle);
  const fitting = idle.findLastIndex((each) => each.key === key);
  if (fitting >= 0) return idle.splice(fitting, 1)[0]!.window;
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const window = { page, context };
  keepAfterClose(window, async (closeForGood) => {
    idle.push({ window, key, closeForGood });
    if (idle.length > IDLE_MAX) await idle.shift()!.closeForGood();
  });
  return window;
}

/** Closes the windows that tests left open. */
export async function closeWindows(browser: Browser | undefined): Promise<void> {
  if (!browser) return;
  const idle = (idleOf.get(browser) ?? []).map(({ window }) => window.context);
  const open = browser.contexts().filter((context) => !idle.includes(context));
  await Promise.all(open.map((context) => context.close()));
}

/** Replaces `context.close`: a window that can be emptied is kept. */
function keepAfterClose(window: Window, keep: (closeForGood: BrowserContext['close']) => Promise<void>): void {
  const { page, context } = window;
  const closeForGood = context.close.bind(context);
  // A session that stayed would undo the media and touch that tests emulate.
  const openSession = context.newCDPSession.bind(context);
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => {
    const { origin } = new URL(frame.url());
    if (origin !== 'null') origins.add(origin);
  });
  const hasLastingChange = watchLasting(window);
  const removeListeners = watchListeners(page);
  context.close = async (options) => {
    if (page.isClosed() || hasLastingChange()) return closeForGood(options);
    removeListeners();
    try {
      await empty(window, () => openSession(page), [...origins]);
    } catch {
      // Its server is gone, or the page is stuck.
      return closeForGood(options);
    }
    origins.clear();
    await keep(closeForGood);
  };
}

/** Returns a function that tells whether a lasting change was made since. */
function watchLasting({ page, context }: Window): () => boolean {
  let isChanged = false;
  const watch = (target: object, name: string) => {
    const own = Reflect.get(target, name);
    const value = typeof own === 'function' ? own.bind(target) : own;
    Object.defineProperty(target, name, {
      get: () => {
        isChanged = true;
        return value;
      },
    });
  };
  for (const name of LASTING.page) watch(page, name);
  for (const name of LASTING.context) watch(context, name);
  return () => isChanged;
}

/** Returns a function that removes the listeners that were added to the page since. */
function watchListeners(page: Page): () => void {
  const added: Parameters<Page['removeListener']>[] = [];
  const on = page.on.bind(page) as (...args: unknown[]) => Page;
  page.on = (...args: unknown[]) => {
    added.push(args as Parameters<Page['removeListener']>);
    return on(...args);
  };
  return () => {
    for (const listener of added.splice(0)) page.removeListener(...listener);
  };
}

/** Leaves nothing of a test in its window but the browser's cache. */
async function empty(
  { page, context }: Window,
  openDevtools: () => Promise<CDPSession>,
  origins: string[],
): Promise<void> {
  await Promise.all(context.pages().map((each) => each === page || each.close()));
  await Promise.all([page, context].map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
  const devtools = await openDevtools();
  for (const origin of origins) {
    await page.goto(`${origin}/healthz`, { timeout: 10_000 });
    await page.evaluate(() => sessionStorage.clear());
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  await context.clearCookies();
  await page.mouse.move(-1, -1);
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
}
