import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();
let count = 0;

/** Someone on the page of a document. */
async function reader({ javaScriptEnabled = true, width = 1280, lng = 'en' as 'en' | 'zh' } = {}) {
  count += 1;
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true, width, lng });
  await enterAsNew(visitor.page, stage.server, `side-${count}@example.com`);
  const { Garden: id } = await plantTree(visitor.page, ['Garden', 'Recipes']);
  const url = `${stage.server.url}/doc/${id}`;
  if (javaScriptEnabled) {
    await visitor.page.goto(url);
    return { ...visitor, url };
  }
  const storageState = await visitor.context.storageState();
  const context = await stage.browser.newContext({ javaScriptEnabled, storageState, viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  return { ...visitor, context, page, url };
}

const side = (page: Page) => page.locator('#side');
const button = (page: Page) => page.getByRole('button', { name: 'Sidebar', exact: true });
const edge = (page: Page) => page.getByRole('separator', { name: 'Width of the sidebar' });
const widthOf = async (page: Page) => Math.round((await side(page).boundingBox())?.width ?? 0);
const isAt = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** Waits for the edge of the sidebar, which handles events as soon as it is rendered. */
const live = (page: Page) => edge(page).waitFor({ state: 'attached' });

describe('the sidebar', () => {
  it('is folded and unfolded by its button without a page load, and stays so', async () => {
    const { page, context, complaints } = await reader();
    await live(page);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await button(page).click();
    await side(page).waitFor({ state: 'hidden' });
    expect(await button(page).getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.getByRole('link', { name: 'Arbor' }).click();
    await page.waitForURL(`${stage.server.url}/`);
    await side(page).waitFor({ state: 'hidden' });
    await page.reload();
    await side(page).waitFor({ state: 'hidden' });
    await page.goBack();
    await button(page).click();
    await side(page).waitFor({ state: 'visible' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('comes folded from the server: nothing shifts', async () => {
    const { page, context, url } = await reader();
    await live(page);
    await button(page).click();
    await side(page).waitFor({ state: 'hidden' });
    const html = await (await context.request.get(url)).text();
    expect(html).toMatch(/class="frame folded" style="--side:272px"/);
    expect((await context.cookies()).find(({ name }) => name === 'arbor_side')?.value).toBe('folded.272');
    await context.close();
  });

  it('has the key [, listed among the shortcuts, and g t unfolds it', async () => {
    const { page, context } = await reader();
    await live(page);
    await page.getByRole('heading', { level: 1 }).click();
    const isSideShown = async () => {
      await page.keyboard.press('[');
      return side(page).isVisible();
    };
    await expect.poll(isSideShown).toBe(false);
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await side(page).waitFor({ state: 'visible' });
    await expect.poll(() => isAt(page, '.tree *')).toBe(true);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Fold or show the sidebar').waitFor();
    await context.close();
  });

  it('keeps focus when it folds: in it, focus goes to the button', async () => {
    const { page, context } = await reader();
    await live(page);
    await edge(page).focus();
    await page.keyboard.press('[');
    await side(page).waitFor({ state: 'hidden' });
    expect(await isAt(page, '.side-form button')).toBe(true);
    await context.close();
  });

  it('is resized by mouse between its limits, is reset by a double click and stays so after a reload', async () => {
    const { page, context, complaints } = await reader();
    await live(page);
    const drag = async (by: number) => {
      const box = (await edge(page).boundingBox())!;
      await page.mouse.move(box.x + 4, 400);
      await page.mouse.down();
      await page.mouse.move(box.x + 4 + by, 400, { steps: 5 });
      await page.mouse.up();
    };
    expect(await widthOf(page)).toBe(272);
    await drag(60);
    await expect.poll(() => widthOf(page)).toBe(332);
    await page.reload();
    expect(await widthOf(page)).toBe(332);
    await live(page);
    await drag(500);
    await expect.poll(() => widthOf(page)).toBe(420);
    await drag(-900);
    await expect.poll(() => widthOf(page)).toBe(200);
    expect(await edge(page).getAttribute('aria-valuenow')).toBe('200');
    await edge(page).dblclick({ position: { x: 4, y: 200 } });
    await expect.poll(() => widthOf(page)).toBe(272);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is resized by keys', async () => {
    const { page, context } = await reader();
    await live(page);
    await edge(page).focus();
    for (const [key, width] of [
      ['ArrowRight', 282],
      ['ArrowLeft', 272],
      ['Shift+ArrowRight', 322],
      ['Home', 200],
      ['ArrowLeft', 200],
      ['End', 420],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => widthOf(page)).toBe(width);
      expect(await edge(page).getAttribute('aria-valuenow')).toBe(String(width));
    }
    await page.reload();
    expect(await widthOf(page)).toBe(420);
    await context.close();
  });

  it('is folded and unfolded without scripts and leads back to the page', async () => {
    const { page, context, url } = await reader({ javaScriptEnabled: false });
    await button(page).click();
    await page.waitForURL(url);
    expect(await side(page).isVisible()).toBe(false);
    await button(page).click();
    await page.waitForURL(url);
    expect(await side(page).isVisible()).toBe(true);
    expect(await edge(page).count()).toBe(0);
    await context.close();
  });

  it('stays a drawer on phones, folded or not', async () => {
    const { page, context, url } = await reader({ width: 390 });
    await context.addCookies([{ name: 'arbor_side', value: 'folded.300', url: stage.server.url }]);
    await page.goto(url);
    expect(await button(page).isVisible()).toBe(false);
    await expect
      .poll(async () => {
        await page.getByRole('link', { name: 'Documents' }).first().click();
        return side(page).isVisible();
      })
      .toBe(true);
    await context.close();
  });

  it.each(['open.300', 'folded.300'])('axe finds nothing with %s', async (value) => {
    const { page, context } = await reader();
    await context.addCookies([{ name: 'arbor_side', value, url: stage.server.url }]);
    await page.reload();
    if (value.startsWith('open')) await live(page);
    expect(await violationsOn(page)).toEqual([]);
    await context.close();
  });

  it('leaves its column to a document that is read alone', async () => {
    const { page, context, url } = await reader();
    await page.goto(`${url}?focus`);
    expect(await side(page).isVisible()).toBe(false);
    const { x, width } = (await page.locator('.doc.focused').boundingBox())!;
    expect(width).toBeGreaterThan(600);
    expect(Math.abs(x - (1280 - x - width))).toBeLessThan(30);
    await context.close();
  });

  it('ignores a cookie that it did not write', async () => {
    const { page, context } = await reader();
    await context.addCookies([{ name: 'arbor_side', value: 'open.9999', url: stage.server.url }]);
    await page.reload();
    expect(await widthOf(page)).toBe(272);
    await context.close();
  });
});
