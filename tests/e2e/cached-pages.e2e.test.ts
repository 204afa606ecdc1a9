import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { launchChromium } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();
let count = 0;

/** Signs someone in who has a document; returns a page with or without scripts. */
async function openDocument({ javaScriptEnabled, browser = stage.browser }: Traits) {
  count += 1;
  const before = await browser.newContext();
  const first = await before.newPage();
  await enterAsNew(first, stage.server, `kept-${count}@example.com`);
  const { Garden: id } = await plantTree(first, ['Garden']);
  const context = await browser.newContext({ javaScriptEnabled, storageState: await before.storageState() });
  await before.close();
  const page = await context.newPage();
  await page.goto(`${stage.server.url}/doc/${id}`);
  await page.reload();
  return { context, page, id };
}
type Traits = { javaScriptEnabled: boolean; browser?: typeof stage.browser };

async function signOut(page: Page): Promise<void> {
  await page.locator('summary[aria-label="Account"]').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${stage.server.url}/`);
}

const title = (page: Page) => page.getByRole('heading', { name: 'Garden', level: 1 });

it.each([true, false])('after signing out, going back leads to the sign-in page (scripts: %s)', async (scripts) => {
  const { context, page } = await openDocument({ javaScriptEnabled: scripts });
  await title(page).waitFor();
  await signOut(page);
  await page.goBack();
  await page.waitForURL(/\/login\?redirectTo/);
  expect(await title(page).count()).toBe(0);
  await context.close();
});

it('a page from the back/forward cache is loaded anew after signing out', async () => {
  const browser = await launchChromium([], ['--disable-back-forward-cache']);
  const { context, page } = await openDocument({ javaScriptEnabled: true, browser });
  await page.waitForFunction(() => document.documentElement.dataset.scripts === 'ready');
  await signOut(page);
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForURL(/\/login\?redirectTo/);
  expect(await title(page).count()).toBe(0);
  await context.close();
  await browser.close();
});

it('going back shows what was changed meanwhile', async () => {
  const { context, page, id } = await openDocument({ javaScriptEnabled: true });
  await page.goto(`${stage.server.url}/starred?full`);
  const other = await context.newPage();
  await other.goto(`${stage.server.url}/doc/${id}`);
  await other.evaluate(async (path) => {
    const token = /XSRF-TOKEN=([^;]*)/.exec(document.cookie)![1]!;
    const headers = { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token };
    await fetch(path, { method: 'PATCH', headers, body: JSON.stringify({ title: 'Orchard' }) });
  }, `/api/documents/${id}`);
  await page.goBack();
  await page.getByRole('heading', { name: 'Orchard', level: 1 }).waitFor();
  await until(async () => expect(await title(page).count()).toBe(0));
  await context.close();
});
