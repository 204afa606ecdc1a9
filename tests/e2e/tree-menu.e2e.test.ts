import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { call, leaveContent as end, type GardenerOptions, liveTree, plantGardener } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();
const gardener = (options: GardenerOptions = {}) => plantGardener(stage, options);
const toast = (page: Page) => page.getByRole('status');

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
    // Twice: the second time the address is already that of the form.
    for (let times = 0; times < 2; times += 1) {
      await item('Garden').focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Move to…' }).press('Enter');
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('move-target');
      await page.keyboard.press('Escape');
      await page.locator('#move-target').waitFor({ state: 'hidden' });
    }
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
