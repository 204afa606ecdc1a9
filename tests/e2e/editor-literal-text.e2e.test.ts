import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, storedText, typeAtHumanSpeed } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();

it.each([
  ['code', '```js\nstart\n```'],
  ['indented code', 'Top\n\n    start\n'],
  ['a formula', '$$\nstart\n$$'],
])('menus stay closed in %s: Enter after "[[" breaks the line', async (_name, content) => {
  const writer = await openWriter(stage, content);
  const { page, text } = writer;
  await text.click();
  await page.keyboard.press('Control+Home');
  for (const line of content.split('\n'))
    if (line.trim() !== 'start') await page.keyboard.press('ArrowDown');
    else break;
  await page.keyboard.press('End');
  await typeAtHumanSpeed(page, ' [[');
  await page.keyboard.press('Enter');
  await typeAtHumanSpeed(page, '1 :seed /table');
  await until(async () => expect(await storedText(writer)).toMatch(/start \[\[\n\s*1 :seed \/table/));
  expect(await page.locator('.cm-tooltip-autocomplete').count()).toBe(0);
  await closeWriter(writer);
});
