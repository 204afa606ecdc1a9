import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, storedText, typeAtHumanSpeed, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();
const FILLED = '<details><summary>Q one</summary>\n\nanswer\n\n</details>';

it('text below a new toggle is read as Markdown', async () => {
  const writer = await openWriter(stage, '');
  const { page, text, url } = writer;
  await text.click();
  await typeAtHumanSpeed(page, '/toggle');
  await page.getByRole('option', { name: 'Toggle' }).waitFor();
  await page.keyboard.press('Enter');
  await typeAtHumanSpeed(page, 'Q one');
  await page.keyboard.press('ArrowDown');
  await typeAtHumanSpeed(page, 'answer');
  await page.keyboard.press('ArrowDown');
  await typeAtHumanSpeed(page, '- after');
  await page.keyboard.press('Enter');
  await typeAtHumanSpeed(page, 'second ');
  await page.keyboard.press('Control+b');
  await typeAtHumanSpeed(page, 'bold');
  await expect.poll(() => storedText(writer)).toContain('second **bold**');
  await page.goto(url);
  const article = page.getByRole('article');
  await expect.poll(() => article.locator('li strong').allTextContents()).toEqual(['bold']);
  expect(await article.innerText()).not.toContain('**');
  await closeWriter(writer);
});

it('Enter behind a question goes on with its answer, and Backspace below it leaves the answer apart', async () => {
  const writer = await openWriter(stage, `Top\n\n${FILLED}\n\nEnd`);
  const { page, text } = writer;
  await text.getByText('Q one').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await typeAtHumanSpeed(page, 'more');
  const longer = FILLED.replace('answer', 'more\n\nanswer');
  await waitForStored(writer, `Top\n\n${longer}\n\nEnd`);
  await text.getByText('End').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  await typeAtHumanSpeed(page, 'x');
  await waitForStored(writer, `Top\n\n${longer.replace('answer', 'answerx')}\n\nEnd`);
  await closeWriter(writer);
});
