import { describe, expect, it } from 'vitest';
import {
  call,
  leaveContent as end,
  type GardenerOptions,
  liveTree,
  type Outline,
  plantGardener,
} from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();
const gardener = (options: GardenerOptions = {}) => plantGardener(stage, options);

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

describe('moving by keys', () => {
  it('says where a document is now, keeps focus on it, and says where its way ends', async () => {
    const visitor = await gardener();
    const { page, ids, item, lines, said, focused } = visitor;
    await item('Travel').focus();
    const press = async (key: string, words: string) => {
      await page.keyboard.press(key);
      await expect.poll(said).toBe(words);
      await expect.poll(focused).toBe('Travel');
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
    const titles = async () =>
      (await call(page, 'GET', `/api/documents/tree?parentId=${ids.Beds}`)).map(
        ({ title }: { title: string }) => title,
      );
    await expect.poll(titles).toEqual(['Carrots', 'Travel']);
    await page.reload();
    await liveTree(page);
    expect(await lines()).toEqual(['Garden', '.Beds', '..Carrots', '..Travel', '.Diary', 'Recipes']);
    await end(visitor);
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
