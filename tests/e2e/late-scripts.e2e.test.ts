import type { Page, Route } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Garden, plantGarden, type Seat, takeSeat } from '#tests/e2e/every-page.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { until } from '#tests/support/until.ts';

let garden: Garden;

const stage = setStage();
beforeAll(async () => {
  garden = await plantGarden(stage.server);
});

const SCRIPTS = '**/assets/*.js';
const at = (path: string) => `${stage.server.url}${path}`;
const main = (page: Page) => page.getByRole('main');

/** Opens a page whose scripts wait until `arrive` is called. */
async function openEarly(seat: Seat, path: string) {
  const visitor = await takeSeat(stage.browser, garden, seat);
  const { page } = visitor;
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await late;
    await route.continue();
  };
  await page.route(SCRIPTS, hold);
  await page.goto(at(path), { waitUntil: 'commit' });
  const arrive = async () => {
    resolve();
    await untilHydrated(page);
  };
  /** Lets later pages load their scripts; held requests belong to the page being left. */
  const letGo = () => page.unroute(SCRIPTS, hold);
  return { ...visitor, arrive, letGo };
}

/** Opens a document and then the home page: after a reload, Back leads to an entry of the same document. */
async function visitTwoPages() {
  const visitor = await takeSeat(stage.browser, garden, 'owner');
  const { page } = visitor;
  await page.goto(at(garden.document));
  await untilHydrated(page);
  await page.getByRole('link', { name: 'Arbor' }).click();
  await page.waitForURL(at('/'));
  await page.getByRole('heading', { name: /^Hello/ }).waitFor();
  return visitor;
}

describe('while the scripts are on their way', () => {
  it('signing in, searching, starring, sharing and saving work by their forms', async () => {
    const visitor = await openEarly('visitor', '/login');
    await visitor.page.getByLabel('E-mail').fill('nobody@example.com');
    await visitor.page.getByLabel('Password').fill('Wrong-1x');
    await visitor.letGo();
    await main(visitor.page).getByRole('button', { name: 'Sign in' }).click();
    await visitor.page.getByRole('alert').getByText('E-mail or password is incorrect').waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();

    const star = await openEarly('owner', garden.document);
    await star.letGo();
    await star.page.getByRole('button', { name: 'Remove star' }).click();
    await star.page.getByRole('button', { name: 'Add star' }).waitFor();
    expect(star.complaints).toEqual([]);
    await star.context.close();

    const search = await openEarly('owner', '/');
    await search.page.getByRole('searchbox', { name: 'Search' }).fill('重点');
    await search.letGo();
    await search.page.keyboard.press('Enter');
    await main(search.page).getByRole('link', { name: 'Garden' }).waitFor();
    expect(search.complaints).toEqual([]);
    await search.context.close();

    const share = await openEarly('owner', `${garden.document}/share`);
    await share.page.getByLabel('E-mail').fill('guest@example.com');
    await share.letGo();
    await main(share.page).getByRole('button', { name: 'Share' }).click();
    await share.page.getByText('guest@example.com').first().waitFor();
    expect(share.complaints).toEqual([]);
    await share.context.close();

    const write = await openEarly('owner', `${garden.document}/edit`);
    await write.page.getByLabel('Title').fill('Garden');
    await write.page.getByLabel('Text (Markdown)').press('Control+Home');
    await write.page.keyboard.type('Typed early. ');
    await write.letGo();
    await write.page.getByRole('button', { name: 'Save', exact: true }).click();
    await write.page.getByRole('article').getByText('Typed early.').waitFor();
    expect(write.complaints).toEqual([]);
    await write.context.close();
  });

  it('a menu opens, and stays open when they arrive', async () => {
    const { page, arrive, complaints, context } = await openEarly('owner', garden.document);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Duplicate' }).waitFor();
    await arrive();
    expect(await page.getByRole('button', { name: 'Duplicate' }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['/settings', 'owner', 'Name', 'Ada'],
    ['/login', 'visitor', 'E-mail', 'ada@example.com'],
    ['/search', 'owner', 'Words to find', '胡萝卜'],
  ] as const)('what was typed and chosen on %s stays when they arrive', async (path, seat, label, text) => {
    const { page, arrive, complaints, context } = await openEarly(seat, path);
    const field = main(page).getByLabel(label, { exact: true }).first();
    await field.fill(text);
    await arrive();
    expect(await field.inputValue()).toBe(text);
    await page.keyboard.type('!');
    await expect.poll(() => field.inputValue()).toBe(`${text}!`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('a cursor in the text stays where it was placed when the editor arrives', async () => {
    const { page, arrive, complaints, context } = await openEarly('owner', `${garden.document}/edit`);
    const field = main(page).getByRole('textbox', { name: 'Text' });
    const text = await field.inputValue();
    const at = text.indexOf('code') + 2;
    await field.focus();
    await field.evaluate((area, place) => (area as HTMLTextAreaElement).setSelectionRange(place, place), at);
    await arrive();
    await page.locator('.cm-content').waitFor();
    await page.keyboard.type('!!');
    await until(async () => expect((await readEditor(page)).text).toBe(`${text.slice(0, at)}!!${text.slice(at)}`));
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('Back right after a reload shows the page of its address', async () => {
    const { page, complaints, context } = await visitTwoPages();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    await page.route(SCRIPTS, async (route) => {
      await late;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    await page.evaluate(() => history.back());
    await page.waitForURL(at(garden.document), { waitUntil: 'commit' });
    // The page does not wait for the scripts.
    await main(page).getByRole('heading', { name: 'Garden', level: 1 }).waitFor();
    resolve();
    await untilHydrated(page);
    expect(page.url()).toBe(at(garden.document));
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([0, 150, 300, 450, 600])('Back %i ms after a reload on a slow device shows one page', async (moment) => {
    const { page, complaints, context } = await visitTwoPages();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await page.reload({ waitUntil: 'commit' });
    await page.waitForTimeout(moment);
    await page.evaluate(() => history.back());
    await page.waitForURL(at(garden.document), { waitUntil: 'commit' });
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await main(page).getByRole('heading', { name: 'Garden', level: 1 }).waitFor();
    await untilHydrated(page);
    expect(await page.getByRole('banner').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Garden']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('what was ticked and chosen stays when they arrive', async () => {
    const { page, arrive, complaints, context } = await openEarly('owner', `${garden.document}/share`);
    const permission = main(page).getByLabel('Permission').first();
    await permission.selectOption({ index: 1 });
    const chosen = await permission.inputValue();
    await arrive();
    expect(await permission.inputValue()).toBe(chosen);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
