import { execFileSync } from 'node:child_process';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';

/**
 * A second list of features replaces Playwright's, so its own comes first. The last ones are a page of the address bar
 * that Chromium loads, unseen, with every window: two thirds of what a new page costs.
 */
const SWITCHED_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${SWITCHED_OFF.join()}`,
];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

let started: Promise<Browser> | undefined;

/** One Chromium for all suites of this worker; it ends with the process. */
export function workersChromium(): Promise<Browser> {
  started ??= launchChromium();
  return started;
}

/** Chromium of the system (`PLAYWRIGHT_CHROMIUM`, else the PATH), else the one Playwright brought. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env.PLAYWRIGHT_CHROMIUM ?? NAMES.map(onPath).find(Boolean);
  return chromium.launch({ args: FLAGS, ...(executablePath ? { executablePath } : {}) });
}

function onPath(name: string): string | undefined {
  try {
    return execFileSync('which', [name], { encoding: 'utf8' }).trim();
  } catch {
    // `which` fails for what is not there.
    return undefined;
  }
}

export type Visitor = { page: Page; context: BrowserContext; complaints: string[] };
type Options = { javaScriptEnabled: boolean; lng?: 'en' | 'zh'; width?: number };

/** A new person at a browser. `complaints` collects every error on the console: a good page leaves it empty. */
export async function newVisitor(
  browser: Browser,
  { javaScriptEnabled, lng = 'en', width = 1280 }: Options,
): Promise<Visitor> {
  const context = await browser.newContext({
    javaScriptEnabled,
    locale: lng === 'zh' ? 'zh-CN' : 'en-GB',
    viewport: { width, height: 860 },
  });
  const page = await context.newPage();
  // Long enough for a machine whose cores do other work.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // An answer of 4xx to a form that was wrong on purpose is reported by the browser too.
    const isExpected = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isExpected) complaints.push(message.text());
  });
  return { page, context, complaints };
}
