import type { Page, Route } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Garden, plantGarden, type Seat, takeSeat } from '#tests/e2e/every-page.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';

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

/** A failing script: status 500, or only its first half. */
type Failure = 'answered 500' | 'cut off';

async function fail(page: Page, names: RegExp, how: Failure): Promise<string[]> {
  const failed: string[] = [];
  await page.route(SCRIPTS, async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/assets/', '');
    if (!names.test(name)) return route.continue();
    failed.push(name);
    if (how === 'answered 500') return route.fulfill({ status: 500, body: '' });
    const answer = await route.fetch();
    const whole = await answer.text();
    // Cut inside an expression, as half of a module could be valid.
    return route.fulfill({ response: answer, body: `${whole.slice(0, whole.length / 2)}(` });
  });
  return failed;
}

const NOT_FETCHED = 'Failed to fetch dynamically imported module';

/** Returns the complaints except the browser's own about a truncated script. */
function watch(page: Page, complaints: string[]): () => string[] {
  const browsers = new Set<string>();
  page.on('pageerror', ({ name, message }) => {
    if (name === 'SyntaxError' || message.startsWith(NOT_FETCHED)) browsers.add(message);
  });
  return () => complaints.filter((text) => ![...browsers].some((message) => text.includes(message)));
}

/** Closes the context; scripts may still be loading, and their result does not matter. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
}

describe.each(['answered 500', 'cut off'] as const)('a script %s', (how) => {
  it.each([
    ['the first', /^entry\.client/],
    ['the framework', /^framework/],
    ['the page’s own', /^document-/],
  ])('%s: the page stays as it was made, and its forms and links work', async (_name, names) => {
    const { page, complaints } = await takeSeat(stage.browser, garden, 'owner');
    const own = watch(page, complaints);
    const failed = await fail(page, names, how);
    await page.goto(at(garden.document));
    expect(failed.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: /star$/ }).click();
    await page
      .getByRole('status')
      .getByText(/Star (?:added|removed)/)
      .waitFor();
    await main(page).getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Title', { exact: true }).waitFor();
    expect(own()).toEqual([]);
    await leave(page);
  });

  it('the editor: the text field stays, and saves', async () => {
    const { page, complaints } = await takeSeat(stage.browser, garden, 'owner');
    const failed = await fail(page, /^live-editor/, how);
    await page.goto(at(`${garden.document}/edit`));
    await untilHydrated(page);
    await expect.poll(() => failed.length).toBeGreaterThan(0);
    const field = page.getByLabel('Text (Markdown)');
    await field.press('Control+End');
    await page.keyboard.type(`\n\nWithout an editor, ${how}.`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('article').getByText(`Without an editor, ${how}.`).waitFor();
    expect(complaints).toEqual([]);
    await leave(page);
  });

  it('of another page: one arrives there all the same, by a whole page', async () => {
    const { page, complaints } = await takeSeat(stage.browser, garden, 'owner');
    await page.goto(at(garden.document));
    await untilHydrated(page);
    const own = watch(page, complaints);
    const failed = await fail(page, /^archive-/, how);
    await page.getByRole('navigation').getByRole('link', { name: 'Archive' }).click();
    await page.waitForURL(at('/archive'));
    await page.getByRole('heading', { level: 1, name: 'Archive' }).waitFor();
    expect(failed.length).toBeGreaterThan(0);
    // The router logs that it reloads the page, and the reason.
    const routers = /^(?:Error loading route module|TypeError|SyntaxError)/;
    expect(own().filter((text) => !routers.test(text))).toEqual([]);
    await leave(page);
  });

  it('of what comes later: tree, palette, settings, icons and reading aids leave what was there', async () => {
    const { page, complaints } = await takeSeat(stage.browser, garden, 'owner');
    const late = /^(?:tree-widget|tree-drag|palette|shortcut-sheet|settings-menu|icon-picker|reading-aids)/;
    const failed = await fail(page, late, how);
    await page.goto(at(garden.document));
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Light' }).click();
    await page.locator('html.light').waitFor();
    await page.getByRole('navigation', { name: 'My documents' }).getByRole('link', { name: 'Secret' }).click();
    await page.getByRole('heading', { level: 1, name: 'Secret' }).waitFor();
    await untilHydrated(page);
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('#document-icon').click();
    await expect.poll(() => failed.some((name) => name.startsWith('icon-picker'))).toBe(true);
    await page.keyboard.type('🌿');
    await page.locator('.inline-form').getByRole('button', { name: 'Save' }).click();
    await page.locator('main .icon', { hasText: '🌿' }).waitFor();
    await untilHydrated(page);
    // The page handles keys shortly after hydration.
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+k');
        return new URL(page.url()).pathname;
      })
      .toBe('/search');
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    for (const name of ['tree-widget', 'palette', 'settings-menu', 'icon-picker'])
      expect([name, failed.some((each) => each.startsWith(name))]).toEqual([name, true]);
    expect(complaints).toEqual([]);
    await leave(page);
  });

  it('of all commands: what would open the palette leads to the search', async () => {
    const { page, complaints } = await takeSeat(stage.browser, garden, 'owner');
    await fail(page, /^command-layer/, how);
    const missing = page.waitForEvent('console', (message) => message.text().startsWith('The commands are not there'));
    await page.goto(at('/starred'));
    await missing;
    await page.keyboard.press('Control+k');
    await page.waitForURL(at('/search'));
    await page.goBack();
    await page.getByRole('banner').getByRole('searchbox').fill('重点');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?keyword=/);
    expect(complaints).toEqual([]);
    await leave(page);
  });
});
