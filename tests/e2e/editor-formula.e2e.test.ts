import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, typeAtHumanSpeed, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

it.each([1280, 390])('at %i pixels, a formula shows its result below while it is written', async (width) => {
  const writer = await openWriter(stage, 'Above.\n\n$$\nx^2\n$$\n\nBelow the formula.', width);
  const { page, text } = writer;
  const below = text.locator('.cm-line', { hasText: 'Below' });
  const preview = text.locator('.cm-maths-preview .katex');
  await text.locator('.cm-maths-block .katex').first().click();
  await text.locator('.cm-line', { hasText: 'x^2' }).waitFor();
  await preview.waitFor();
  // Relative to the formula's neighbour, as the window may scroll.
  const heightOf = async () =>
    (await below.boundingBox())!.y - (await text.locator('.cm-line', { hasText: 'Above' }).boundingBox())!.y;
  const height = await heightOf();
  await text.locator('.cm-line', { hasText: 'x^2' }).click();
  await page.keyboard.press('End');
  await typeAtHumanSpeed(page, ' + y_1');
  await expect.poll(() => preview.locator('annotation').textContent()).toBe('x^2 + y_1');
  // The preview lies over the text, and moves no line.
  expect(await heightOf()).toBe(height);
  await page.keyboard.press('Control+End');
  await expect.poll(() => text.locator('.cm-maths-preview').count()).toBe(0);
  await typeAtHumanSpeed(page, ' End.');
  await waitForStored(writer, 'Above.\n\n$$\nx^2 + y_1\n$$\n\nBelow the formula. End.');
  await closeWriter(writer);
});
