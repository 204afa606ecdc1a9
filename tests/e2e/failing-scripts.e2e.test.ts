import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Garden, plantGarden, takeSeat } from '#tests/e2e/every-page.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setStage } from '#tests/e2e/stage.ts';

let garden: Garden;

const stage = setStage();
beforeAll(async () => {
  garden = await plantGarden(stage.server);
});

const at = (path: string) => `${stage.server.url}${path}`;
const main = (page: Page) => page.getByRole('main');

type Manifest = { routes: Record<string, { module: string }> };

/** A failing script: status 500, or only its first half. */
type Failure = 'answered 500' | 'cut off';

async function fail(page: Page, names: RegExp, how: Failure): Promise<string[]> {
  const failed: string[] = [];
  await page.route('**/assets/*.js', async (route) => {
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
    // Fetched once before, a truncated module fails at once, before the page shows that it is loading.
    const module = await page.evaluate(() => {
      const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest;
      return Object.values(routes).find((route) => route.module.includes('/archive-'))!.module;
    });
    await page.evaluate(`import(${JSON.stringify(module)}).catch(() => undefined)`);
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
