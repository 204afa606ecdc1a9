import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import {
  call,
  drag,
  leaveContent as end,
  type GardenerOptions,
  liveTree,
  plantGardener,
} from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();
const gardener = (options: GardenerOptions = {}) => plantGardener(stage, options);
const toast = (page: Page) => page.getByRole('status');

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
