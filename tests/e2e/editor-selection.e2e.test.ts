import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { clickBelow, closeWriter, openWriter, untilShown } from '#tests/e2e/writer.ts';

const stage = setStage();

it('draws ranges and several cursors, and leaves a single cursor to the browser', async () => {
  const writer = await openWriter(stage, 'One.\n\nTwo.\n\nThree.');
  const { page, text } = writer;
  const [ranges, cursors] = [page.locator('.cm-selectionBackground'), page.locator('.cm-cursor')];
  const caretColour = () =>
    text.locator('.cm-line', { hasText: 'One' }).evaluate((line) => getComputedStyle(line).caretColor);
  await text.locator('.cm-line', { hasText: 'One' }).click();
  await page.keyboard.press('End');
  const leaf = await caretColour();
  expect(leaf).toBe(await text.evaluate((content) => getComputedStyle(content).caretColor));
  expect([await ranges.count(), await cursors.count()]).toEqual([0, 0]);
  await page.keyboard.press('Shift+Home');
  await ranges.first().waitFor();
  expect(await caretColour()).toBe('rgba(0, 0, 0, 0)');
  await page.keyboard.press('End');
  await ranges.first().waitFor({ state: 'detached' });
  expect(await caretColour()).toBe(leaf);
  await text.locator('.cm-line', { hasText: 'Three' }).click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(() => cursors.count()).toBe(2);
  await page.keyboard.type('!');
  await untilShown(page, 'One.!\n\nTwo.\n\nThree.!');
  await page.keyboard.press('Escape');
  await cursors.first().waitFor({ state: 'detached' });
  expect(await caretColour()).toBe(leaf);
  await closeWriter(writer);
});

it('takes back a style that nothing was written in: by a click below, and in the title', async () => {
  const writer = await openWriter(stage, 'Above.\n\n');
  const { page, text } = writer;
  for (const leave of [() => clickBelow(writer), () => page.getByLabel('Title', { exact: true }).click()]) {
    await text.locator('.cm-line').nth(2).click();
    await page.keyboard.press('Control+Shift+x');
    await untilShown(page, 'Above.\n\n~~~~');
    await leave();
    await untilShown(page, 'Above.\n\n');
  }
  await closeWriter(writer);
});
