import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor, type Visitor } from '#tests/e2e/chromium.ts';
import { enterAsNew } from '#tests/e2e/journey.ts';
import { call, drag, liveTree, type Outline, plantTree } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const GARDEN: Outline = [['Garden', [['Beds', ['Carrots']], 'Diary']], 'Recipes', 'Travel'];

let count = 0;

const stage = setStage();

type GardenerOptions = {
  lng?: 'en' | 'zh';
  outline?: Outline;
  /** True if events never arrive, so that the page shows the state when it was loaded. */
  isUninformed?: boolean;
};

/** Creates a tree for a new person and opens its first document. */
async function gardener(options: GardenerOptions = {}) {
  count += 1;
  const email = `tree-${count}@example.com`;
  const visitor = await newVisitor(stage.browser, { javaScriptEnabled: true });
  const { page, context } = visitor;
  if (options.isUninformed) await context.route('**/api/events', () => undefined);
  await enterAsNew(page, stage.server, email);
  const ids = await plantTree(page, options.outline ?? GARDEN);
  if (options.lng) await context.addCookies([{ name: 'i18next', value: options.lng, url: stage.server.url }]);
  await page.goto(`${stage.server.url}/doc/${Object.values(ids)[0]}`);
  return { ...visitor, email, ids, ...(await liveTree(page, options.lng === 'zh' ? '我的文档' : 'My documents')) };
}

async function end({ context, complaints }: Visitor): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
}

const toast = (page: Page) => page.getByRole('status');

describe('walking by keyboard', () => {
  it('goes through the tree by arrows, Home, End and letters, opens and closes branches, and opens a document', async () => {
    const visitor = await gardener();
    const { page, item, focused, lines, tree } = visitor;
    expect(await tree.locator('[tabindex="0"]').count()).toBe(1);
    await item('Garden').focus();
    const press = async (key: string) => {
      await page.keyboard.press(key);
      return focused();
    };
    expect(await press('ArrowDown')).toBe('Beds');
    await expect.poll(() => item('Beds').getAttribute('aria-expanded')).toBe('false');
    expect(await press('ArrowRight')).toBe('Beds');
    await expect.poll(lines).toEqual(['Garden', '.Beds', '..Carrots', '.Diary', 'Recipes', 'Travel']);
    expect(await press('ArrowRight')).toBe('Carrots');
    expect(await press('ArrowRight')).toBe('Carrots');
    expect(await press('ArrowLeft')).toBe('Beds');
    expect(await press('ArrowLeft')).toBe('Beds');
    await expect.poll(lines).toEqual(['Garden', '.Beds', '.Diary', 'Recipes', 'Travel']);
    expect(await press('End')).toBe('Travel');
    expect(await press('ArrowDown')).toBe('Travel');
    expect(await press('Home')).toBe('Garden');
    expect(await press('r')).toBe('Recipes');
    expect(await press('ArrowUp')).toBe('Diary');
    expect(await tree.locator('[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Diary' }).waitFor();
    await expect.poll(() => item('Diary').getAttribute('aria-current')).toBe('page');
    await end(visitor);
  });

  it('remembers what is open and closed without loading the page', async () => {
    const visitor = await gardener();
    const { page, ids, tree, lines } = visitor;
    await tree.getByRole('link', { name: 'Expand Beds' }).click();
    await expect.poll(lines).toEqual(['Garden', '.Beds', '..Carrots', '.Diary', 'Recipes', 'Travel']);
    await page.goto(`${stage.server.url}/doc/${ids.Diary}`);
    await liveTree(page);
    await expect.poll(lines).toEqual(['Garden', '.Beds', '..Carrots', '.Diary', 'Recipes', 'Travel']);
    await tree.getByRole('link', { name: 'Collapse Garden' }).click();
    await expect.poll(lines).toEqual(['Garden', 'Recipes', 'Travel']);
    await page.reload();
    await liveTree(page);
    expect(await lines()).toEqual(['Garden', 'Recipes', 'Travel']);
    await end(visitor);
  });
});

describe('dragging', () => {
  it('moves before, into and after, shows where, and takes it back', async () => {
    const visitor = await gardener();
    const { page, item, lines } = visitor;
    const before = await drag(page, item('Travel'), item('Recipes'), 0.1);
    await page.locator('[data-drop="before"]').and(item('Recipes')).waitFor();
    await before();
    await expect.poll(lines).toEqual(['Garden', '.Beds', '.Diary', 'Travel', 'Recipes']);
    await toast(page).getByText('Moved “Travel”').waitFor();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(lines).toEqual(['Garden', '.Beds', '.Diary', 'Recipes', 'Travel']);

    const into = await drag(page, item('Travel'), item('Diary'), 0.5);
    await page.locator('[data-drop="into"]').and(item('Diary')).waitFor();
    await into();
    await expect.poll(() => item('Diary').getAttribute('aria-expanded')).toBe('false');
    await expect.poll(lines).toEqual(['Garden', '.Beds', '.Diary', 'Recipes']);

    const after = await drag(page, item('Recipes'), item('Beds'), 0.9, 120);
    await page.locator('[data-drop="after"]').and(item('Beds')).waitFor();
    await after();
    await expect.poll(lines).toEqual(['Garden', '.Beds', '.Recipes', '.Diary']);
    // The list in the page updates without a reload.
    await page.getByRole('main').getByRole('link', { name: 'Recipes' }).waitFor();
    await page.reload();
    await liveTree(page);
    expect(await lines()).toEqual(['Garden', '.Beds', '.Recipes', '.Diary']);
    await end(visitor);
  });

  it('never goes into itself or below, and a closed branch opens under the pointer', async () => {
    const visitor = await gardener();
    const { page, item, lines } = visitor;
    const nowhere = await drag(page, item('Garden'), item('Diary'), 0.5);
    expect(await page.locator('[data-drop]').count()).toBe(0);
    await nowhere();
    expect(await lines()).toEqual(['Garden', '.Beds', '.Diary', 'Recipes', 'Travel']);
    await drag(page, item('Travel'), item('Beds'), 0.5);
    await item('Carrots').waitFor();
    const drop = await drag(page, item('Travel'), item('Carrots'), 0.1);
    await drop();
    await expect.poll(lines).toEqual(['Garden', '.Beds', '..Travel', '..Carrots', '.Diary', 'Recipes']);
    await end(visitor);
  });

  it('is taken back with a reason when the server refuses', async () => {
    const visitor = await gardener({ isUninformed: true });
    const { page, item, lines, ids, context } = visitor;
    // The target is archived in another tab.
    const other = await context.newPage();
    await other.goto(`${stage.server.url}/`);
    await call(other, 'POST', `/api/documents/${ids.Recipes}/archive`);
    const drop = await drag(page, item('Travel'), item('Recipes'), 0.5);
    await drop();
    await toast(page).getByText('“Travel” was not moved').waitFor();
    await toast(page).getByText('You may not do this with this document').waitFor();
    expect(await lines()).toEqual(['Garden', '.Beds', '.Diary', 'Recipes', 'Travel']);
    await end(visitor);
  });
});

describe('moving by keys', () => {
  it('says where a document is now, keeps focus on it, and says where its way ends', async () => {
    const visitor = await gardener();
    const { page, item, lines, said, focused } = visitor;
    await item('Travel').focus();
    const press = async (key: string, words: string) => {
      await page.keyboard.press(key);
      await expect.poll(said).toBe(words);
      expect(await focused()).toBe('Travel');
    };
    await press('Alt+ArrowDown', 'Already the last here');
    await press('Alt+ArrowUp', '“Travel”: 2 of 3 at the top level');
    await press('Alt+ArrowRight', '“Travel”: 3 of 3 in “Garden”');
    await expect.poll(lines).toEqual(['Garden', '.Beds', '.Diary', '.Travel', 'Recipes']);
    await press('Alt+ArrowRight', '“Travel”: 1 of 1 in “Diary”');
    await expect.poll(lines).toEqual(['Garden', '.Beds', '.Diary', '..Travel', 'Recipes']);
    await press('Alt+ArrowLeft', '“Travel”: 3 of 3 in “Garden”');
    await press('Alt+ArrowUp', '“Travel”: 2 of 3 in “Garden”');
    // Moving into a closed branch loads its children first.
    await press('Alt+ArrowRight', '“Travel”: 2 of 2 in “Beds”');
    await expect.poll(lines).toEqual(['Garden', '.Beds', '..Carrots', '..Travel', '.Diary', 'Recipes']);
    await page.waitForLoadState('networkidle');
    await page.reload();
    await liveTree(page);
    expect(await lines()).toEqual(['Garden', '.Beds', '..Carrots', '..Travel', '.Diary', 'Recipes']);
    await end(visitor);
  });
});

describe('renaming in place', () => {
  it('saves by Enter and by leaving, not by Escape, and names the page anew', async () => {
    const visitor = await gardener();
    const { page, item, lines, focused } = visitor;
    await item('Garden').focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'New title of Garden' }).fill('Orchard');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Orchard');
    await page.getByRole('heading', { level: 1, name: 'Orchard' }).waitFor();
    await page.keyboard.press('F2');
    await page.keyboard.type('Never');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Orchard');
    await item('Travel').focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Journeys');
    await page.getByRole('heading', { level: 1 }).click();
    await expect.poll(lines).toEqual(['Orchard', '.Beds', '.Diary', 'Recipes', 'Journeys']);
    await page.waitForLoadState('networkidle');
    await page.reload();
    await liveTree(page);
    expect(await lines()).toEqual(['Orchard', '.Beds', '.Diary', 'Recipes', 'Journeys']);
    await end(visitor);
  });

  it('goes back to the old title with a reason when it is refused', async () => {
    const visitor = await gardener({ isUninformed: true });
    const { page, item, lines, ids, context } = visitor;
    const other = await context.newPage();
    await other.goto(`${stage.server.url}/`);
    await call(other, 'POST', `/api/documents/${ids.Travel}/archive`);
    await item('Travel').focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Journeys');
    await page.keyboard.press('Enter');
    await toast(page).getByText('“Travel” was not renamed').waitFor();
    expect(await lines()).toEqual(['Garden', '.Beds', '.Diary', 'Recipes', 'Travel']);
    await end(visitor);
  });
});

describe('the menu of a row', () => {
  it('opens by right click, by keys and by its button, closes by Escape, and gives focus back', async () => {
    const visitor = await gardener();
    const { page, item, focused, ids } = visitor;
    const menu = page.getByRole('menu', { name: 'Actions for Diary' });
    await item('Diary').locator('a.row').click({ button: 'right' });
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Diary');
    await page.keyboard.press('Shift+F10');
    await menu.waitFor();
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
      'Open',
      'Rename\nF2',
      'New document inside',
      'Duplicate',
      'Add star',
      'Move to…',
      'Share',
      'Archive',
    ]);
    await page.keyboard.press('d');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Duplicate');
    await page.keyboard.press('Escape');
    await item('Diary').hover();
    await item('Diary').getByRole('button', { name: 'Actions for Diary' }).click();
    await menu.getByRole('menuitem', { name: 'Share' }).click();
    await page.waitForURL(`${stage.server.url}/doc/${ids.Diary}/share`);
    await menu.waitFor({ state: 'detached' });
    await end(visitor);
  });

  it('stars, duplicates, makes a document inside, renames and archives, each without a page load', async () => {
    const visitor = await gardener();
    const { page, item, lines } = visitor;
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const choose = async (title: string, action: string) => {
      await item(title).locator('a.row').click({ button: 'right' });
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Diary', 'Add star');
    await toast(page).getByText('Star added').waitFor();
    await choose('Diary', 'Remove star');
    await toast(page).getByText('Star removed').waitFor();
    await choose('Recipes', 'Duplicate');
    // The copy is open now. The branch of the previous page closes, as without scripts.
    await expect.poll(lines).toEqual(['Garden', 'Recipes', 'Travel', 'Recipes']);
    await choose('Travel', 'New document inside');
    await page.waitForURL(/\/edit$/);
    await expect.poll(lines).toEqual(['Garden', 'Recipes', 'Travel', '.Untitled', 'Recipes']);
    await choose('Untitled', 'Rename');
    await page.keyboard.type('Packing');
    await page.keyboard.press('Enter');
    await expect.poll(lines).toContain('.Packing');
    await choose('Travel', 'Archive');
    await toast(page).getByText('Archived “Travel”').waitFor();
    await expect.poll(lines).toEqual(['Garden', 'Recipes', 'Recipes']);
    // Deleting the document also closes its editor.
    await page.waitForURL(`${stage.server.url}/`);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(lines).toContain('Travel');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await end(visitor);
  });

  it('offers someone else only what they may do, and nothing there can be dragged away', async () => {
    const owner = await gardener();
    const friend = await gardener({ outline: ['Mine'] });
    await call(owner.page, 'POST', `/api/documents/${owner.ids.Garden}/shares`, {
      email: friend.email,
      permission: 'READ',
    });
    await call(owner.page, 'POST', `/api/documents/${owner.ids.Beds}/shares`, {
      email: friend.email,
      permission: 'EDIT',
    });
    await friend.page.goto(`${stage.server.url}/doc/${owner.ids.Garden}`);
    const shared = await liveTree(friend.page, 'Shared with me');
    const offered = async (title: RegExp) => {
      await friend.page.getByRole('treeitem', { name: title }).locator('a.row').click({ button: 'right' });
      const texts = await friend.page.getByRole('menuitem').allInnerTexts();
      await friend.page.keyboard.press('Escape');
      await friend.page.getByRole('menu').waitFor({ state: 'detached' });
      return texts;
    };
    expect(await offered(/^Garden/)).toEqual(['Open', 'Duplicate', 'Add star']);
    expect(await offered(/^Beds/)).toEqual(['Open', 'Rename\nF2', 'New document inside', 'Duplicate', 'Add star']);
    await shared.tree.getByRole('treeitem', { name: /^Beds/ }).focus();
    await friend.page.keyboard.press('Alt+ArrowDown');
    await expect.poll(friend.said).toBe('You may not move “Beds” there');
    await end(owner);
    await end(friend);
  });
});

it('600 rows: only those in sight are there, each says its place, keys and focus reach them all', async () => {
  const outline: Outline = [['Many', Array.from({ length: 600 }, (_, index) => `Row ${index + 1}`)], 'Last'];
  const visitor = await gardener({ outline });
  const { page, tree, item, focused, lines } = visitor;
  // The server renders one page of rows, with links to the others.
  await page.getByRole('treeitem', { name: 'Show more' }).getByText('Show more').click();
  const sizes = () =>
    tree.getByRole('treeitem', { name: /^Row/ }).evaluateAll((rows) => rows.map((row) => row.ariaSetSize));
  await expect.poll(async () => [...new Set(await sizes())]).toEqual(['600']);
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(150);
  await item('Many').focus();
  await page.keyboard.press('End');
  await expect.poll(focused).toBe('Last');
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe('Row 600');
  expect(await item('Row 600').getAttribute('aria-posinset')).toBe('600');
  expect(await item('Row 600').evaluate((row) => row.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => item('Row 600').getAttribute('aria-posinset')).toBe('599');
  expect(await focused()).toBe('Row 600');
  // The focused row stays mounted when it is scrolled out of view.
  await page.locator('nav.side').evaluate((side) => side.scrollTo(0, 0));
  await item('Row 1').waitFor();
  expect(await focused()).toBe('Row 600');
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(150);
  await page.keyboard.press('Home');
  await expect.poll(focused).toBe('Many');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(lines).toEqual(['Many', 'Last']);
  await end(visitor);
});

it('中文：改名、用键盘移动、拖动并撤销', async () => {
  const visitor = await gardener({ lng: 'zh', outline: [['菜园', ['日记']], '食谱'] });
  const { page, item, lines, said } = visitor;
  await item('食谱').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(said).toBe('「食谱」：在最上层排第1，共2篇');
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
