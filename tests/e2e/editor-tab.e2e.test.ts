import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, typeAtHumanSpeed, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

it('Tab and Ctrl+U keep the cursor in the text; Escape and then Tab leaves it', async () => {
  const writer = await openWriter(stage, '- item');
  const { page, text } = writer;
  const isInText = () => text.evaluate((element) => element === document.activeElement);
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Shift+Enter');
  await typeAtHumanSpeed(page, 'goes on');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await typeAtHumanSpeed(page, 'para');
  await page.keyboard.press('Tab');
  await typeAtHumanSpeed(page, ' in it');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await typeAtHumanSpeed(page, 'next');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.locator('.cm-announced').textContent()).toContain('Escape and then Tab');
  await page.keyboard.press('Control+u');
  await page.keyboard.press('Alt+u');
  await typeAtHumanSpeed(page, ' some notes');
  await waitForStored(writer, '- item\\\n  goes on\n\npara in it\n\nnext some notes');
  expect(await text.locator('u').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await isInText()).toBe(false);
  await closeWriter(writer);
});
