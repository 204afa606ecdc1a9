import type { Page } from 'playwright';
import { Client } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/made-account.ts';
import { newestCode } from '#tests/support/outbox.ts';
import { makeDocument } from '#tests/support/people.ts';
import type { Place } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

export const PASSWORD = 'Garden12';

type Traits = { isAdmin?: boolean; lng?: 'en' | 'zh' };

/** Signs in a new account without form and mail, and opens the home page. */
export async function enterAsNew(page: Page, place: Place, email: string, traits: Traits = {}): Promise<void> {
  const { cookies } = await makeAccount(place, { email, password: PASSWORD, ...traits });
  const kept = cookies.map(([name, value]) => ({ name, value, url: place.url, httpOnly: true }));
  await page.context().addCookies(kept);
  await page.goto(`${place.url}/`);
}

/** Signs up through the pages with the code from the outbox. Ends on the home page. */
export async function signUp(page: Page, { url, dataDir }: Place, email: string): Promise<void> {
  await page.goto(`${url}/register`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL(/\/verify/);
  await enterCode(page, dataDir, email);
  await page.waitForURL(`${url}/`);
}

export async function signIn(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

const entered = new Set<string>();

/**
 * Enters the code in lower case, as case does not matter. Waits for an unused code, as mail is sent after the response.
 */
export async function enterCode(page: Page, dataDir: string, email: string): Promise<void> {
  const unused = async () => {
    const code = await newestCode(dataDir, email);
    if (entered.has(code)) throw new Error(`No new code for ${email} yet`);
    return code;
  };
  const code = await until(unused);
  entered.add(code);
  await page.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Confirm' }).click();
}

export async function signOut(page: Page): Promise<void> {
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'Account' }).click();
  await header.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).waitFor();
}

/** Creates a document with a text by the forms of the home page and the editor. Ends on the document. */
export async function writeDocument(page: Page, title: string, text: string): Promise<string> {
  await page.getByRole('main').getByLabel('Title').fill(title);
  await page.getByRole('main').getByRole('button', { name: 'New document' }).click();
  await page.waitForURL(/\/edit$/);
  await page.getByLabel('Text (Markdown)').fill(text);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/doc\/c[a-z0-9]{23}$/);
  // The URL changes before the page, and the editor has a title too.
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  return page.url();
}

/** Creates a document over the API as the person of the page, at the top level or `below` a URL. Returns its URL. */
export async function plantDocument(page: Page, title: string, content: string, below?: string): Promise<string> {
  const { origin } = new URL(page.url());
  const client = new Client(origin);
  for (const { name, value } of await page.context().cookies(origin)) client.browser.cookies.set(name, value);
  const parentId = below?.split('/').at(-1) ?? null;
  const { id } = await makeDocument(client, { title, content, parentId });
  return `${origin}/doc/${id}`;
}

/** Delays the locale files, without which pages do not hydrate. Returns a function that releases them. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/locales/*.json', async (route) => {
    await late;
    await route.continue();
  });
  return arrive;
}

/** Waits until the page's scripts handle clicks and keys. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator('html[data-scripts=ready]').waitFor({ state: 'attached' });
}

type Setting = { menu: 'Theme' | 'Language' | '主题' | '语言'; choice: string };

/** Chooses a setting: with scripts from a menu, without by form. */
export async function chooseSetting(page: Page, hasScript: boolean, { menu, choice }: Setting): Promise<void> {
  const settings = page.getByRole('banner').getByRole('button', { name: /^(?:Settings|设置)$/ });
  if (hasScript) await page.locator('summary[aria-haspopup=menu]').waitFor();
  await settings.click();
  if (!hasScript) return page.getByRole('button', { name: choice }).click();
  await page.getByRole('menuitem', { name: menu }).click();
  await page.getByRole('menuitemradio', { name: choice }).click();
}

/** Searches all texts from the header: with scripts in the palette, without in the field. */
export async function searchFor(page: Page, hasScript: boolean, words: string): Promise<void> {
  const header = page.getByRole('banner');
  if (!hasScript) {
    await header.getByRole('searchbox', { name: 'Search' }).fill(words);
    return page.keyboard.press('Enter');
  }
  await header.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').fill(words);
  await page.getByRole('option', { name: `Search all texts for “${words}”` }).click();
}

/** Waits until forms are sent without a page load. Their code loads when the page is idle. */
export async function untilInPlace(page: Page): Promise<void> {
  await untilHydrated(page);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('in-place-forms')),
  );
  await page.waitForLoadState('networkidle');
}
