import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { PASSWORD, untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { mailedCode, makeDocument, newPerson, type Person } from '#tests/support/people.ts';

const stage = setStage();

/** Reads the presses of each task from the table of `docs/first-minutes.md`. */
function documented(): Record<string, number> {
  const text = readFileSync(join(import.meta.dirname, '../../docs/first-minutes.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([^|]+?) \| [^|]+ \| (\d+) \|/gm)];
  return Object.fromEntries(rows.map(([, task, presses]) => [task!, Number(presses)]));
}

/** Does one task after another and counts clicks and keys. Typed text is not counted. */
class Hand {
  readonly page: Page;
  readonly counted: Record<string, number> = {};
  #presses = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.#presses += 1;
    await target.click();
  }

  async key(key: string): Promise<void> {
    this.#presses += 1;
    await this.page.keyboard.press(key);
  }

  /** Types into a field, and goes to it with the Tab key from where focus is. */
  async type(label: string, text: string): Promise<void> {
    const field = this.page.getByLabel(label, { exact: true }).first();
    const hasFocus = () => field.evaluate((element) => element === document.activeElement);
    await expect
      .poll(() => this.page.evaluate(() => document.activeElement?.tagName))
      .toMatch(/^(?:H1|INPUT|TEXTAREA)$/);
    for (let tabs = 0; tabs < 4 && !(await hasFocus()); tabs += 1) await this.key('Tab');
    expect([label, await hasFocus()]).toEqual([label, true]);
    await this.page.keyboard.type(text);
  }

  async task(name: string, path: string, work: () => Promise<unknown>): Promise<void> {
    await this.page.goto(stage.server.url + path);
    await untilHydrated(this.page);
    this.#presses = 0;
    await work();
    this.counted[name] = this.#presses;
  }
}

async function handOf(person: Person | null, width = 1280): Promise<Hand> {
  const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled: true, width });
  const { url } = stage.server;
  const cookies = [...(person?.browser.cookies ?? [])].map(([name, value]) => ({ name, value, url }));
  await context.addCookies(cookies);
  return new Hand(page);
}

it('ten first tasks take the presses that docs/first-minutes.md says', async () => {
  const nobody = await handOf(null);
  const olga = await newPerson(stage.server, 'minutes');
  const { id } = await makeDocument(olga, { title: 'Garden', content: 'Beds.' });
  await olga.api.patch(`/api/documents/${id}`, { content: 'Beds and rows.' });
  const old = await makeDocument(olga, { title: 'Old plan' });
  await olga.api.post(`/api/documents/${old.id}/archive`);
  const hand = await handOf(olga);
  await signUp(nobody);
  await write(hand);
  await share(hand, `/doc/${id}`);
  await bringBack(hand, `/doc/${id}`);
  const phone = await handOf(olga, 390);
  await phone.task('Open another document on a phone', '/', async () => {
    await phone.click(phone.page.getByRole('link', { name: 'Documents' }));
    await phone.click(phone.page.getByRole('treeitem', { name: 'Garden' }).locator('.name'));
    await phone.page.waitForURL(/\/doc\//);
  });
  await hand.task('Interface in Chinese', '/', async () => {
    await hand.click(hand.page.getByRole('banner').getByRole('button', { name: 'Settings' }));
    await hand.click(hand.page.getByRole('menuitem', { name: 'Language' }));
    await hand.click(hand.page.getByRole('menuitemradio', { name: '中文' }));
    await hand.page.locator('html[lang=zh]').waitFor();
  });
  expect({ ...nobody.counted, ...hand.counted, ...phone.counted }).toEqual(documented());
  for (const { page } of [nobody, hand, phone]) await page.context().close();
});

it.each([true, false])(
  'the first field has focus, and after a refusal the list of problems has it (scripts: %s)',
  async (javaScriptEnabled) => {
    const { page, context } = await newVisitor(stage.browser, { javaScriptEnabled });
    const focused = () => page.evaluate(() => document.activeElement?.id);
    const pages = {
      '/login': 'email',
      '/forgot-password': 'email',
      '/verify': 'email',
      '/verify?type=register&email=first-field@example.com': 'code',
      '/register': 'email',
    };
    for (const [path, field] of Object.entries(pages)) {
      await page.goto(stage.server.url + path);
      await expect.poll(focused, { message: path }).toBe(field);
      if (javaScriptEnabled) await untilHydrated(page);
      expect([path, await focused()]).toEqual([path, field]);
    }
    await page.keyboard.type('nobody');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await expect.poll(focused).toBe('form-summary');
    if (javaScriptEnabled) await untilHydrated(page);
    expect([await focused(), await page.getByLabel('E-mail').inputValue()]).toEqual(['form-summary', 'nobody']);
    await page.goto(`${stage.server.url}/login`);
    if (javaScriptEnabled) await untilHydrated(page);
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL(/register/);
    await expect.poll(focused).toBe('email');
    await context.close();
  },
);

async function signUp(hand: Hand): Promise<void> {
  const email = 'first-minutes@example.com';
  await hand.task('Sign up', '/', async () => {
    await hand.click(hand.page.getByRole('main').getByRole('link', { name: 'Create an account' }));
    await hand.page.waitForURL(/\/register/);
    await hand.type('E-mail', email);
    await hand.type('Password', PASSWORD);
    await hand.key('Enter');
    await hand.page.waitForURL(/\/verify/);
    await hand.type('Code', await mailedCode(stage.server, email));
    await hand.key('Enter');
    await hand.page.waitForURL(`${stage.server.url}/`);
  });
}

async function write(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.task('Find', '/', async () => {
    await hand.key('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('Garden');
    const chosen = page.locator('[role="option"][aria-selected="true"] .name');
    await expect.poll(() => chosen.innerText()).toBe('Garden');
    await hand.key('Enter');
    await page.waitForURL(/\/doc\//);
  });
  await hand.task('Arrange', '/', async () => {
    await page.getByRole('treeitem', { name: 'Garden' }).hover();
    await hand.click(page.getByRole('button', { name: 'New document in “Garden”' }));
    await page.waitForURL(/\/edit/);
  });
  await hand.task('Write', '/', async () => {
    await hand.click(page.locator('#side').getByRole('button', { name: 'New document', exact: true }));
    const title = page.getByLabel('Title', { exact: true }).first();
    await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
    await hand.type('Title', 'Orchard');
  });
}

async function share(hand: Hand, path: string): Promise<void> {
  const { page } = hand;
  const main = page.getByRole('main');
  await hand.task('Share (from the document)', path, async () => {
    await hand.click(main.getByRole('link', { name: 'Share', exact: true }));
    await hand.click(main.getByLabel('E-mail'));
    await hand.type('E-mail', 'guest-of-minutes@example.com');
    await hand.key('Enter');
    await main.getByText('Invited').waitFor();
  });
  await hand.task('Public link (from the document)', path, async () => {
    await hand.click(main.getByRole('link', { name: 'Share', exact: true }));
    await hand.click(main.getByRole('button', { name: 'Create the link' }));
    await hand.click(main.getByRole('button', { name: /^Copy/ }).first());
  });
}

async function bringBack(hand: Hand, path: string): Promise<void> {
  const { page } = hand;
  const main = page.getByRole('main');
  await hand.task('Restore an earlier version (from the document)', path, async () => {
    await hand.click(main.locator('.byline a, a[href$="/history"]').first());
    await page.waitForURL(/\/history/);
    await hand.click(main.locator('a[href*="revision="]').last());
    await page.waitForURL(/revision=/);
    await hand.click(main.getByRole('button', { name: /Restore/ }).first());
    await page.waitForURL(new RegExp(`${path}(?:$|#)`));
  });
  await hand.task('Restore from the archive', '/', async () => {
    await hand.click(page.locator('#side').getByRole('link', { name: 'Archive' }));
    await hand.click(main.getByRole('button', { name: 'Restore' }).first());
    await main.getByRole('heading', { name: 'Old plan' }).waitFor();
  });
  await hand.task('Import', '/', async () => {
    await hand.click(page.locator('#side').getByRole('link', { name: 'Import' }));
    const chooser = page.waitForEvent('filechooser');
    await hand.click(main.getByLabel('Files'));
    await (await chooser).setFiles([{ name: 'Quince.md', mimeType: 'text/markdown', buffer: Buffer.from('# Quince') }]);
    await hand.click(main.getByRole('button', { name: 'Import', exact: true }));
    await page.getByText('1 document imported').first().waitFor();
  });
}
