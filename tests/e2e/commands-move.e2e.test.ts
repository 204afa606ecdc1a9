import { expect, it } from 'vitest';
import { openReader } from '#tests/e2e/palette-reader.ts';
import { call, leaveContent } from '#tests/e2e/planted-tree.ts';
import { setStage } from '#tests/e2e/stage.ts';

const stage = setStage();

it('moves the document to a place that is found by its title, with Undo, but not into its own branch', async () => {
  const visitor = await openReader(stage);
  const { page, open, isClosed, ids, options } = visitor;
  const parentOf = async (id: string) => (await call(page, 'GET', `/api/documents/${id}`)).parentId as string | null;
  await call(page, 'POST', '/api/documents', { title: 'Beds', parentId: ids.Garden });
  await open();
  await page.keyboard.type('move');
  await expect.poll(visitor.chosen).toBe('Move to…');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Move to…' }).waitFor();
  expect(await page.getByRole('combobox').getAttribute('aria-label')).toBe('Find the document to move it into');
  await expect.poll(options).toEqual(['— Top level —', 'Recipes', '菜园日记']);
  await page.keyboard.type('菜园', { delay: 60 });
  await expect.poll(options).toEqual(['菜园日记']);
  await page.keyboard.press('Enter');
  await isClosed();
  await page.getByRole('status').getByText('Moved “Garden”').waitFor();
  expect(await parentOf(ids.Garden!)).toBe(ids.菜园日记);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => parentOf(ids.Garden!)).toBe(null);
  await leaveContent(visitor);
});
