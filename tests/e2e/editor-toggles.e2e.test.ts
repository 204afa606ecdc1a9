import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import {
  closeWriter,
  openWriter,
  storedText,
  typeAtHumanSpeed,
  type Writer,
  waitForStored,
} from '#tests/e2e/writer.ts';

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

const ASKED = '<details><summary>How to start</summary>\n\nanswer\n\n</details>';
const around = (toggle: string) => `Top\n\n${toggle}\n\nEnd`;

/** Returns a point in the text of the editor, behind the nth letter of the only place where it is shown. */
async function pointIn({ page }: Writer, words: string, nth: number): Promise<{ x: number; y: number }> {
  const rect = await page.evaluate(
    ([words, nth]) => {
      const walker = document.createTreeWalker(document.querySelector('.cm-content')!, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = walker.currentNode.textContent!.indexOf(words);
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, at + nth - 1);
        range.setEnd(walker.currentNode, at + nth);
        const { right, top, bottom } = range.getBoundingClientRect();
        return { x: right, y: (top + bottom) / 2 };
      }
      return null;
    },
    [words, nth] as const,
  );
  if (!rect) throw new Error(`${words} is not shown`);
  return rect;
}

it('deletions at the edges of a question and its answer leave the tags', async () => {
  const writer = await openWriter(stage, around(ASKED));
  const { page, text } = writer;
  await text.getByText('How to start').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Delete', { delay: 60 });
  await page.keyboard.press('Control+Delete', { delay: 60 });
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace', { delay: 60 });
  await page.keyboard.press('Control+Backspace', { delay: 60 });
  await typeAtHumanSpeed(page, 'x');
  await waitForStored(writer, around(ASKED.replace('How', 'xHow')));
  await text.getByText('answer').click();
  await page.keyboard.press('End');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Backspace'])
    await page.keyboard.press(key, { delay: 60 });
  await text.getByText('End').click();
  await page.keyboard.press('End');
  await typeAtHumanSpeed(page, '.');
  await waitForStored(writer, `${around(ASKED.replace('How', 'xHow'))}.`);
  await closeWriter(writer);
});

it('a selection from a question into its answer is replaced in both', async () => {
  const writer = await openWriter(stage, around(ASKED));
  const { page } = writer;
  const [start, end] = [await pointIn(writer, 'How to start', 7), await pointIn(writer, 'answer', 3)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 12 });
  await page.mouse.up();
  await typeAtHumanSpeed(page, 'go');
  await waitForStored(writer, around(ASKED.replace('start', 'go').replace('answer', 'wer')));
  await closeWriter(writer);
});

it('an emptied question keeps its tags', async () => {
  const writer = await openWriter(stage, around(ASKED));
  const { page, text } = writer;
  await text.getByText('How to start').click();
  await page.keyboard.press('End');
  for (let count = 0; count < 15; count += 1) await page.keyboard.press('Backspace', { delay: 60 });
  await typeAtHumanSpeed(page, 'Why');
  await waitForStored(writer, around(ASKED.replace('How to start', 'Why')));
  await closeWriter(writer);
});

it('a double click selects a word of a question, a triple click all of it', async () => {
  const writer = await openWriter(stage, around(ASKED));
  const { page, text } = writer;
  const { x, y } = await pointIn(writer, 'How to start', 10);
  await page.mouse.dblclick(x, y, { delay: 60 });
  await typeAtHumanSpeed(page, 'go on');
  await waitForStored(writer, around(ASKED.replace('start', 'go on')));
  await text.getByText('answer').click();
  const again = await pointIn(writer, 'How to go', 10);
  await page.mouse.click(again.x, again.y, { clickCount: 3, delay: 60 });
  await typeAtHumanSpeed(page, 'Why');
  await waitForStored(writer, around(ASKED.replace('How to start', 'Why')));
  await closeWriter(writer);
});

it('End and Home in a question go to the ends of its words', async () => {
  const writer = await openWriter(stage, around(ASKED));
  const { page, text } = writer;
  await text.getByText('How to start').click();
  await page.keyboard.press('End');
  await typeAtHumanSpeed(page, ' now?');
  await page.keyboard.press('Home');
  await typeAtHumanSpeed(page, 'So: ');
  await waitForStored(writer, around(ASKED.replace('How to start', 'So: How to start now?')));
  const { x, y } = await pointIn(writer, 'start now?', 10);
  await text.getByText('answer').click();
  await page.mouse.click(x + 120, y);
  await typeAtHumanSpeed(page, '!');
  await waitForStored(writer, around(ASKED.replace('How to start', 'So: How to start now?!')));
  await closeWriter(writer);
});
