import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { call, liveTree, plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();
const newDocument = { name: 'New document', exact: true };

/** A new person with the documents "Garden" and "Shed", at home. */
async function gardener(javaScriptEnabled: boolean, email: string) {
  const planting = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(planting.page, stage.server, email);
  const ids = await plantTree(planting.page, ['Garden', 'Shed']);
  const context = await stage.browser.newContext({
    javaScriptEnabled,
    storageState: await planting.context.storageState(),
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(stage.server.url);
  return { page, ids };
}

const titles = async (page: Page): Promise<string[]> =>
  (await call(page, 'GET', '/api/documents/tree')).map(({ title }: { title: string }) => title);

/** Waits for an address. The second press ends the navigation of the first, which `waitForURL` takes for a failure. */
const arrive = (page: Page, address: RegExp) => expect.poll(() => page.url()).toMatch(address);

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('a form that creates a document, pressed twice, %s', (how, javaScriptEnabled) => {
  const email = (name: string) => `${name}-${how.replace(' ', '-')}@example.com`;

  it('with a title makes one document', async () => {
    const { page } = await gardener(javaScriptEnabled, email('titled'));
    await page.getByRole('textbox', { name: 'Title' }).fill('Plan');
    await page.locator('.create-form').getByRole('button', newDocument).dblclick();
    await arrive(page, /\/doc\/\w+\/edit/);
    expect(await titles(page)).toEqual(['Garden', 'Shed', 'Plan']);
  });

  it('in the sidebar makes one document', async () => {
    const { page } = await gardener(javaScriptEnabled, email('side'));
    await page.locator('#side').getByRole('button', newDocument).dblclick();
    await arrive(page, /\/doc\/\w+\/edit/);
    expect(await titles(page)).toEqual(['Garden', 'Shed', 'Untitled']);
  });

  it('in a row makes one document inside it', async () => {
    const { page, ids } = await gardener(javaScriptEnabled, email('row'));
    const row = javaScriptEnabled ? (await liveTree(page)).item('Garden') : page.locator('.tree li').first();
    await row.hover();
    await row.getByRole('button', { name: 'New document in “Garden”' }).dblclick();
    await arrive(page, /\/doc\/\w+\/edit/);
    await page.goto(`${stage.server.url}/doc/${ids.Garden}`);
    expect(await page.locator('#side').getByText('Untitled').count()).toBe(1);
  });

  it('as a duplicate makes one copy', async () => {
    const { page, ids } = await gardener(javaScriptEnabled, email('twin'));
    await page.goto(`${stage.server.url}/doc/${ids.Garden}`);
    await page.locator('.actions summary, .actions [aria-haspopup]').first().click();
    await page.locator('.actions').getByRole('button', { name: 'Duplicate' }).dblclick();
    await arrive(page, new RegExp(`/doc/(?!${ids.Garden})\\w+$`));
    expect(await titles(page)).toEqual(['Garden', 'Shed', 'Garden']);
  });
});
