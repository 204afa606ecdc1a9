import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, typeAtHumanSpeed, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

it('a table that scrolls keeps its other columns while one is written, and fits all when it is left', async () => {
  const row = (word: string) => `|${` ${word} |`.repeat(60)}`;
  const rows = [row('head'), row('---'), ...Array.from({ length: 7 }, () => row('cell'))];
  const writer = await openWriter(stage, `${rows.join('\n')}\n\nEnd`);
  const { page, text } = writer;
  const widths = () =>
    text
      .locator('.cm-table th')
      .evaluateAll((columns) => columns.map((column) => Math.round(column.getBoundingClientRect().width)));
  const fitted = await widths();
  const written = text.locator('.cm-table td').nth(1);
  await written.click();
  await page.keyboard.press('End');
  await typeAtHumanSpeed(page, ' extraordinarily');
  const held = await widths();
  expect(held.toSpliced(1, 1)).toEqual(fitted.toSpliced(1, 1));
  expect(await written.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
  await waitForStored(writer, `${rows.join('\n').replace('cell | cell', 'cell | cell extraordinarily')}\n\nEnd`);
  await page.getByRole('button', { name: 'Add column' }).click();
  await expect.poll(async () => (await widths()).length).toBe(61);
  expect(Math.min(...(await widths()))).toBeGreaterThanOrEqual(60);
  await page.keyboard.press('Escape');
  await expect.poll(() => text.locator('.cm-table [style*="width"]').count()).toBe(0);
  const left = (await widths())[1];
  expect(left).toBeGreaterThan(fitted[1]!);
  expect(left).toBeLessThan(held[1]!);
  await closeWriter(writer);
});
