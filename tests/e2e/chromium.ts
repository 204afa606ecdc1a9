import { execFileSync } from 'node:child_process';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { openWindow } from '#tests/e2e/windows.ts';

/**
 * Features of Chromium to disable. Playwright's own list is repeated first, as a second list replaces it. The `WebUI`
 * ones are hidden pages of the address bar that Chromium loads with every window: two thirds of the cost of a new page.
 * The last one moves the first page of each window to a second process; the header itself is tested over HTTP.
 */
const SWITCHED_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  'CrossOriginOpenerPolicy',
];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // Without a GPU, a separate GPU process only costs time.
  '--in-process-gpu',
  // Letters as wide on every machine, with and without windows.
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${SWITCHED_OFF.join()}`,
];
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

let started: Promise<Browser> | undefined;

/** Returns one Chromium for all suites of this worker. It ends with the process. */
export function workersChromium(): Promise<Browser> {
  started ??= launchChromium();
  return started;
}

/**
 * Launches the system's Chromium (`PLAYWRIGHT_CHROMIUM`, else the PATH), else Playwright's. `without` lists
 * Playwright's own flags to leave out.
 */
export function launchChromium(extra: string[] = [], without: string[] = []): Promise<Browser> {
  return chromium.launch({ args: [...FLAGS, ...extra], ignoreDefaultArgs: without, ...installed() });
}

/** Launches a browser that keeps its data in a folder, as that of a person does. Closing the context ends it. */
export function launchKeptChromium(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { args: FLAGS, locale: 'en-GB', ...installed() });
}

function installed(): { executablePath?: string } {
  const executablePath = process.env.PLAYWRIGHT_CHROMIUM ?? NAMES.map(onPath).find(Boolean);
  return executablePath ? { executablePath } : {};
}

function onPath(name: string): string | undefined {
  try {
    return execFileSync('which', [name], { encoding: 'utf8' }).trim();
  } catch {
    // `which` fails if there is none.
    return undefined;
  }
}

export type Visitor = { page: Page; context: BrowserContext; complaints: string[] };
type Options = {
  javaScriptEnabled: boolean;
  lng?: 'en' | 'zh';
  width?: number;
  hasTouch?: boolean;
  isMobile?: boolean;
};

/** Opens a window without data. `complaints` collects console errors and stays empty for a correct page. */
export async function newVisitor(
  browser: Browser,
  { javaScriptEnabled, lng = 'en', width = 1280, hasTouch = false, isMobile = false }: Options,
): Promise<Visitor> {
  const { page, context } = await openWindow(browser, {
    javaScriptEnabled,
    locale: lng === 'zh' ? 'zh-CN' : 'en-GB',
    viewport: { width, height: 860 },
    hasTouch,
    isMobile,
  });
  // Long enough for a busy machine.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The browser also logs an expected 4xx response to a wrong form.
    const isExpected = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isExpected) complaints.push(message.text());
  });
  return { page, context, complaints };
}
