import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import {
  closeWriter,
  openWriter,
  typeAtHumanSpeed,
  untilSaved,
  type Writer,
  waitForStored,
} from '#tests/e2e/writer.ts';

const stage = setStage();

const TABLE = 'Top\n\n| h | i |\n| :-- | --- |\n| a | b |\n| c | d |\n| e | f |\n\nEnd';
const cellOf = ({ text }: Writer, name: string) => text.getByRole('cell', { name, exact: true });
const shown = async ({ page }: Writer) => (await readEditor(page)).text;

it('a row and a column move by keys with the cursor in them, and come back by undo', async () => {
  const writer = await openWriter(stage, TABLE);
  const { page } = writer;
  await cellOf(writer, 'c').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await typeAtHumanSpeed(page, '1');
  await expect.poll(() => shown(writer)).toContain('| c1 | d |\n| a | b |\n| e | f |');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await typeAtHumanSpeed(page, '2');
  const moved = 'Top\n\n| i | h |\n| --- | :-- |\n| d | c12 |\n| b | a |\n| f | e |\n\nEnd';
  await waitForStored(writer, moved);
  // The first row below the head and the last column have no further place.
  for (const key of ['ArrowUp', 'ArrowRight']) await page.keyboard.press(`Alt+Shift+${key}`);
  await typeAtHumanSpeed(page, '3');
  await waitForStored(writer, moved.replace('c12', 'c123'));
  const drawn = await writer.text.locator('.cm-table tr').allTextContents();
  expect(drawn).toEqual(['ih', 'dc123', 'ba', 'fe']);
  while ((await shown(writer)) !== TABLE) await page.keyboard.press('Control+z');
  await closeWriter(writer);
});

it('the buttons of a table move what is focused, and show what is impossible', async () => {
  const writer = await openWriter(stage, TABLE);
  const { page } = writer;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await cellOf(writer, 'f').click();
  expect(await button('Move row down').getAttribute('aria-disabled')).toBe('true');
  expect(await button('Move column right').getAttribute('aria-disabled')).toBe('true');
  await button('Move row up').click();
  await button('Move column left').click();
  await expect.poll(() => button('Move row down').getAttribute('aria-disabled')).toBe(null);
  await typeAtHumanSpeed(page, '!');
  await waitForStored(writer, 'Top\n\n| i | h |\n| --- | :-- |\n| b | a |\n| f! | e |\n| d | c |\n\nEnd');
  await writer.text.getByRole('columnheader', { name: 'h' }).click();
  expect(await button('Remove row').getAttribute('aria-disabled')).toBe('true');
  await closeWriter(writer);
});

it('Shift+Enter breaks the line of a cell, in the editor and on the page', async () => {
  const writer = await openWriter(stage, TABLE);
  const { page, url } = writer;
  await cellOf(writer, 'b').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Enter');
  await typeAtHumanSpeed(page, 'below');
  await waitForStored(writer, TABLE.replace('| b |', '| b<br>below |'));
  await page.keyboard.press('Escape');
  expect(await writer.text.locator('.cm-table td br').count()).toBe(1);
  await untilSaved(page);
  await page.goto(url);
  expect(await page.locator('main td br').count()).toBe(1);
  await closeWriter(writer);
});
