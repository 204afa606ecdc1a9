import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { call, liveTree, plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();
let count = 0;

/** A new person with two documents, on the page of the first. */
async function gardener({ javaScriptEnabled = true, hasTouch = false } = {}) {
  count += 1;
  const email = `adding-${count}@example.com`;
  const planting = await newVisitor(stage.browser, { javaScriptEnabled: true });
  await enterAsNew(planting.page, stage.server, email);
  const ids = await plantTree(planting.page, [['Garden', ['Beds']], '菜谱']);
  const visitor = { ...planting, email, ids };
  if (javaScriptEnabled && !hasTouch) return visitor;
  const storageState = await planting.context.storageState();
  const context = await stage.browser.newContext({ javaScriptEnabled, hasTouch, storageState, locale: 'en-GB' });
  return { ...visitor, context, page: await context.newPage() };
}

const addTo = (page: Page | Locator, title: string) =>
  page.getByRole('button', { name: `New document in “${title}”`, exact: true });

/** The document whose editor is open stands below this one. */
async function expectBelow(page: Page, parentId: string): Promise<void> {
  await page.waitForURL(/\/doc\/\w+\/edit/);
  const id = page.url().split('/')[4]!;
  expect((await call(page, 'GET', `/api/documents/${id}`)).parentId).toBe(parentId);
}

/** Expects the focus in the title of the new document, where typed text goes. */
async function expectTyping(page: Page): Promise<void> {
  const title = page.getByLabel('Title', { exact: true });
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Leeks');
  expect(await title.inputValue()).toBe('Leeks');
}

describe('the "+" of a row', () => {
  it('shows on hover, is large enough and makes a document below its row', async () => {
    const { page, context, ids, complaints } = await gardener();
    await page.goto(`${stage.server.url}/doc/${ids.Garden}`);
    const { item } = await liveTree(page);
    const add = addTo(page, '菜谱');
    expect(await add.evaluate((button) => getComputedStyle(button).opacity)).toBe('0');
    await item('菜谱').locator('a.row').hover();
    await expect.poll(() => add.evaluate((button) => getComputedStyle(button).opacity)).toBe('1');
    const { width, height } = (await add.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    await add.click();
    await expectBelow(page, ids.菜谱!);
    await expectTyping(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has the key + in the tree', async () => {
    const { page, context, ids } = await gardener();
    await page.goto(`${stage.server.url}/doc/${ids.Garden}`);
    const { item } = await liveTree(page);
    await item('Beds').focus();
    await page.keyboard.press('+');
    await expectBelow(page, ids.Beds!);
    await expectTyping(page);
    await context.close();
  });

  it('is reached by Tab and works without scripts', async () => {
    const { page, context, ids } = await gardener({ javaScriptEnabled: false });
    await page.goto(`${stage.server.url}/doc/${ids.Garden}`);
    await page.locator(`.tree a.row[href="/doc/${ids.Beds}"]`).focus();
    await page.keyboard.press('Tab');
    expect(await addTo(page, 'Beds').evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await addTo(page, 'Beds').evaluate((button) => getComputedStyle(button).opacity)).toBe('1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/doc\/\w+\/edit/);
    await page.goto(`${stage.server.url}/doc/${ids.Beds}`);
    await page.locator('.tree').getByRole('link', { name: 'Untitled' }).waitFor();
    await context.close();
  });

  it('has 44 px where one touches', async () => {
    const { page, context, ids } = await gardener({ hasTouch: true });
    await page.goto(`${stage.server.url}/doc/${ids.Garden}`);
    await liveTree(page);
    const { width, height } = (await addTo(page, 'Garden').boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await context.close();
  });

  it('stands only where the reader may create, with and without scripts', async () => {
    const owner = await gardener();
    for (const javaScriptEnabled of [true, false]) {
      const friend = await gardener({ javaScriptEnabled });
      const shared = (id: string, permission: string) =>
        call(owner.page, 'POST', `/api/documents/${id}/shares`, { email: friend.email, permission });
      await shared(owner.ids.Garden!, 'READ');
      await shared(owner.ids.Beds!, 'EDIT');
      await friend.page.goto(`${stage.server.url}/doc/${owner.ids.Garden}`);
      if (javaScriptEnabled) await liveTree(friend.page, 'Shared with me');
      const there = friend.page.locator('.tree').nth(1);
      await addTo(there, 'Beds').waitFor({ state: 'attached' });
      expect(await addTo(there, 'Garden').count()).toBe(0);
      await friend.context.close();
    }
    await owner.context.close();
  });
});
