import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import {
  drag,
  leaveContent as end,
  type GardenerOptions,
  liveTree,
  type Outline,
  plantGardener,
  plantTree,
} from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();
const gardener = (options: GardenerOptions = {}) => plantGardener(stage, options);
const toast = (page: Page) => page.getByRole('status');

it('中文：重命名、用键盘移动、拖动并撤销', async () => {
  const visitor = await gardener({ lng: 'zh', outline: [['菜园', ['日记']], '食谱'] });
  const { page, item, lines, said } = visitor;
  await item('食谱').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(said).toBe('「食谱」：在顶层排第 1，共 2 篇');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: '「食谱」的新标题' }).fill('家常菜');
  await page.keyboard.press('Enter');
  await expect.poll(lines).toEqual(['家常菜', '菜园', '.日记']);
  const drop = await drag(page, item('家常菜'), item('菜园'), 0.5);
  await drop();
  await toast(page).getByText('已移动「家常菜」').waitFor();
  await expect.poll(lines).toEqual(['菜园', '.家常菜', '.日记']);
  await toast(page).getByRole('button', { name: '撤销' }).click();
  await expect.poll(lines).toEqual(['家常菜', '菜园', '.日记']);
  await end(visitor);
});

it('under a finger the button is there and large enough, and a long press opens the menu', async () => {
  const { page: desk, context: first, ...visitor } = await gardener();
  const context = await stage.browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 800 },
  });
  await context.addCookies(await first.cookies());
  const page = await context.newPage();
  await page.goto(`${stage.server.url}/?tree`);
  const { item } = await liveTree(page);
  for (const target of [
    item('Garden').locator('a.row'),
    item('Garden').locator('a.twig'),
    item('Garden').locator('.row-more'),
  ]) {
    const box = (await target.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  await item('Recipes').getByRole('button').tap();
  await page.getByRole('menu', { name: 'Actions for Recipes' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  const box = (await item('Travel').locator('a.row').boundingBox())!;
  const devices = await context.newCDPSession(page);
  const touchPoints = [{ x: box.x + 40, y: box.y + 20 }];
  await devices.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.getByRole('menu', { name: 'Actions for Travel' }).waitFor();
  await devices.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  expect(page.url()).toBe(`${stage.server.url}/?tree`);
  await context.close();
  await desk.close();
  await end({ page: desk, context: first, ...visitor });
});

it('where its script does not come, the rows stay links that open documents and branches', async () => {
  const visitor = await gardener();
  const { page, ids } = visitor;
  await page.route('**/assets/tree-widget-*.js', (route) => route.abort());
  await page.goto(`${stage.server.url}/doc/${ids.Garden}`);
  const side = page.getByRole('navigation', { name: 'My documents' });
  await side.hover();
  await side.getByRole('link', { name: 'Expand Beds' }).click();
  await side.getByRole('link', { name: 'Carrots', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Carrots' }).waitFor();
  expect(await page.getByRole('tree').count()).toBe(0);
  await end(visitor);
});

it.each(['light', 'dark'])(
  'axe finds nothing in the tree, in its menu and while renaming, in the %s theme',
  async (theme) => {
    const visitor = await gardener();
    const { page, context, ids, item } = visitor;
    await context.addCookies([{ name: 'vite-ui-theme', value: theme, url: stage.server.url }]);
    await page.goto(`${stage.server.url}/doc/${ids.Garden}`);
    await liveTree(page);
    expect(await violationsOn(page)).toEqual([]);
    await item('Beds').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menu').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'New title of Beds' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await end(visitor);
  },
);

it.each([
  [1280, false],
  [320, true],
])('names keep room for ten letters at any depth, %i px wide', async (width, hasTouch) => {
  const { page: desk, context: first, ...visitor } = await gardener({ outline: ['Garden'] });
  const names = Array.from({ length: 16 }, (_, level) => `Gardenings of level ${level + 1}`);
  const ids = await plantTree(
    desk,
    names.reduceRight<Outline>((below, name) => [[name, below]], []),
  );
  for (const javaScriptEnabled of [true, false]) {
    const context = await stage.browser.newContext({ hasTouch, javaScriptEnabled, viewport: { width, height: 860 } });
    await context.addCookies(await first.cookies());
    const page = await context.newPage();
    await page.goto(`${stage.server.url}/${hasTouch ? '?tree&' : `doc/${ids[names.at(-1)!]}?`}open=${ids[names[0]!]}`);
    if (javaScriptEnabled) {
      const { tree } = await liveTree(page);
      for (const name of names.slice(0, -1)) {
        const item = tree.getByRole('treeitem', { name, exact: true });
        if ((await item.getAttribute('aria-expanded')) === 'false') await item.locator('a.twig').click();
      }
      await tree.getByRole('treeitem', { name: names.at(-1)!, exact: true }).waitFor();
    }
    const rooms = await page.locator('#side .tree .name').evaluateAll((shown) =>
      shown.map((name) => {
        const text = new Range();
        text.setStart(name.firstChild!, 0);
        text.setEnd(name.firstChild!, Math.min(10, name.textContent!.length));
        return name.getBoundingClientRect().right - text.getBoundingClientRect().right;
      }),
    );
    expect(rooms.length).toBeGreaterThan(javaScriptEnabled ? 16 : 1);
    expect(Math.min(...rooms)).toBeGreaterThanOrEqual(0);
    await context.close();
  }
  await end({ page: desk, context: first, ...visitor });
});
