import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { PASSWORD, untilHydrated } from '#tests/e2e/journey.ts';
import { liveTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { newestCode } from '#tests/support/outbox.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

const STEPS_MAX = 60;

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Expects that an element has focus. Otherwise the next Tab would start at the top again. */
const somewhere = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY')).not.toBe('BODY');

/** Presses Tab (or Shift+Tab) until the wanted element has focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${STEPS_MAX} times ${key} do not lead to ${target}`);
}

/** Presses a key sequence. Repeats it if a busy machine missed the time limit between the keys. */
function pressBoth(page: Page, first: string, second: string, hasCome: () => Promise<boolean>): Promise<void> {
  return until(async () => {
    await page.keyboard.press(first);
    await page.keyboard.press(second);
    await expect.poll(hasCome, { timeout: 10_000 }).toBe(true);
  });
}

async function write(page: Page, field: Locator, text: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, field, key);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${stage.server.url}/`);
  await untilHydrated(page);
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Create an account' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Create an account' }).waitFor();
  await somewhere(page);
  await write(page, page.getByLabel('E-mail'), email);
  await write(page, page.getByLabel('Password'), PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor();
  await somewhere(page);
  const code = await until(() => newestCode(stage.server.dataDir, email));
  await write(page, page.getByLabel('Code', { exact: true }), code);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${stage.server.url}/`);
  await page.getByRole('heading', { level: 1, name: 'Your tree begins here' }).or(page.getByText('Hello')).waitFor();
  await somewhere(page);
}

async function signOut(page: Page): Promise<void> {
  const header = page.getByRole('banner');
  await tabTo(page, header.getByRole('button', { name: 'Account' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, header.getByRole('button', { name: 'Sign out' }));
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).waitFor();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Creates two documents, renames one in the tree, moves it into the other and shares the latter. */
async function keepGarden({ page }: Visitor, friend: string): Promise<void> {
  await write(page, page.getByRole('main').getByLabel('Title'), 'Garden');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/edit$/);
  const text = page.locator('.cm-content');
  await text.waitFor();
  await expect.poll(() => isFocused(text)).toBe(true);
  await page.keyboard.type('# Beds\nCarrots go **north**.');
  await page.keyboard.press('Control+s');
  await page.locator('.save-note[data-state="saved"]').waitFor();
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await heading(page, 'Garden');
  await page.getByRole('article').getByText('Carrots go north.').waitFor();
  await somewhere(page);

  await page.keyboard.press('c');
  await page.waitForURL((url) => url.pathname.endsWith('/edit'));
  // The title of a new page has focus and is selected.
  await expect.poll(() => isFocused(page.getByLabel('Title', { exact: true }))).toBe(true);
  await page.keyboard.type('Diary');
  await tabTo(page, text);
  await page.keyboard.type('Rain since Monday.');
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await heading(page, 'Diary');
  await somewhere(page);

  const { item, lines, focused } = await liveTree(page);
  await pressBoth(page, 'g', 't', async () => (await focused()) === 'Diary');
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Journal');
  await page.keyboard.press('Enter');
  await item('Journal').waitFor();
  await expect.poll(focused).toBe('Journal');
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(lines).toEqual(['Garden', '.Journal']);
  await expect.poll(focused).toBe('Journal');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await heading(page, 'Garden');

  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Share' }));
  await page.keyboard.press('Enter');
  await heading(page, 'Share');
  await somewhere(page);
  await write(page, page.getByLabel('E-mail'), friend);
  await page.keyboard.press('Enter');
  await page.getByText('Invited').waitFor();
  await untilHydrated(page);
  // Focus is restored after a page load.
  await expect.poll(() => isFocused(page.getByRole('main').getByRole('button', { name: 'Share' }))).toBe(true);
}

/** Opens a shared document, finds it with the palette, and changes theme and language. */
async function readGarden({ page }: Visitor): Promise<void> {
  await pressBoth(page, 'g', 'w', async () => page.url().endsWith('/shared'));
  await heading(page, 'Shared with me');
  await somewhere(page);
  await tabTo(page, page.getByRole('main').getByRole('link', { name: /Garden/ }));
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByText('Carrots go north.').waitFor();
  await somewhere(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('rain');
  await page.getByRole('option', { name: 'Journal' }).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, 'Journal');
  await somewhere(page);

  const settings = page.getByRole('banner').getByRole('button', { name: /^(?:Settings|设置)$/ });
  const choose = async (menu: string, choice: string) => {
    await tabTo(page, settings, 'Shift+Tab');
    await page.keyboard.press('Enter');
    // Each letter focuses the entry that starts with it.
    await expect.poll(() => isFocused(page.getByRole('menuitem', { name: 'Theme' }))).toBe(true);
    await page.keyboard.type(menu.slice(0, 1));
    await expect.poll(() => isFocused(page.getByRole('menuitem', { name: menu }))).toBe(true);
    await page.keyboard.press('ArrowRight');
    const wanted = page.getByRole('menuitemradio', { name: choice });
    await wanted.waitFor();
    while (!(await isFocused(wanted))) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await choose('Theme', 'Light');
  await page.locator('html.light').waitFor();
  await somewhere(page);
  await choose('Language', '中文');
  await page.locator('html[lang=zh]').waitFor();
  await page.getByRole('link', { name: '首页' }).waitFor();
}

it('the whole story by keyboard alone: write, rename, move, share, read, find, settings, and the keyboard is never lost', async () => {
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { page, context, complaints } = visitor;
  await signUp(page, 'ada@example.com');
  await keepGarden(visitor, 'ben@example.com');
  await signOut(page);
  await signUp(page, 'ben@example.com');
  await readGarden(visitor);
  expect(complaints).toEqual([]);
  await context.close();
});
