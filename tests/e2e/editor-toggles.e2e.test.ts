import { expect, it } from 'vitest';
import { composeWord } from '#tests/e2e/compose.ts';
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

it('deletions at the end of a question leave its tags, also when it is emptied', async () => {
  const writer = await openWriter(stage, around(ASKED));
  const { page } = writer;
  const { x, y } = await pointIn(writer, 'How to start', 12);
  await page.mouse.click(x, y);
  for (const key of ['Delete', 'Control+Delete']) await page.keyboard.press(key, { delay: 60 });
  await typeAtHumanSpeed(page, 's');
  await waitForStored(writer, around(ASKED.replace('start', 'starts')));
  for (let count = 0; count < 16; count += 1) await page.keyboard.press('Backspace', { delay: 60 });
  await typeAtHumanSpeed(page, 'Why');
  await waitForStored(writer, around(ASKED.replace('How to start', 'Why')));
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

/** Returns the tags that are shown in the text. */
const shownTags = ({ text }: Writer) =>
  text.innerText().then((shown) => shown.match(/<\/?(?:details|summary)>/g) ?? []);

it('the tags stay hidden wherever the cursor goes by mouse and keys', async () => {
  const writer = await openWriter(stage, `Top\n\n${ASKED}\n\n${FILLED}`);
  const { page } = writer;
  const { x, y } = await pointIn(writer, 'How to start', 6);
  await page.mouse.click(x, y);
  expect(await shownTags(writer)).toEqual([]);
  const keys = [
    ...['Home', 'ArrowLeft', 'ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home', 'Home', 'ArrowUp', 'ArrowDown'],
    ...['End', 'End', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Control+ArrowRight'],
    ...['Control+ArrowLeft', 'Control+ArrowLeft', 'Control+ArrowLeft', 'Control+ArrowLeft', 'Control+Home'],
    ...['Control+ArrowRight', 'Control+ArrowRight', 'Control+ArrowRight', 'Control+ArrowRight', 'Shift+Home'],
  ];
  for (const key of keys) {
    await page.keyboard.press(key, { delay: 60 });
    expect(await shownTags(writer), key).toEqual([]);
  }
  await closeWriter(writer);
});

it('words typed at both ends of a question stand in it', async () => {
  const writer = await openWriter(stage, around(ASKED));
  const { page } = writer;
  const { x, y } = await pointIn(writer, 'How to start', 6);
  await page.mouse.click(x, y);
  await page.keyboard.press('Home');
  await typeAtHumanSpeed(page, 'Now ');
  await page.keyboard.press('End');
  await typeAtHumanSpeed(page, ' it');
  const written = around(ASKED.replace('How to start', 'Now How to start it'));
  await waitForStored(writer, written);
  for (const key of ['Home', 'Shift+End']) await page.keyboard.press(key, { delay: 60 });
  await typeAtHumanSpeed(page, 'Why');
  await waitForStored(writer, around(ASKED.replace('How to start', 'Why')));
  for (const key of ['Control+b', 'Shift+Home', 'Control+k', 'End']) await page.keyboard.press(key, { delay: 60 });
  await typeAtHumanSpeed(page, 's');
  await waitForStored(writer, around(ASKED.replace('How to start', 'Whys')));
  await page.keyboard.press('Home');
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key, { delay: 60 });
  await typeAtHumanSpeed(page, 'above');
  await waitForStored(writer, around(ASKED.replace('How to start', 'Whys')).replace('Top', 'Top\n\nabove'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  await waitForStored(writer, 'Top\n\nabove\n\nWhys\n\nanswer\n\nEnd');
  await closeWriter(writer);
});

it('an input method writes in an empty question, at its ends and over its words', async () => {
  const writer = await openWriter(stage, around(ASKED.replace('How to start', '')));
  const { page } = writer;
  await writer.text.getByText('Top').click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const session = await page.context().newCDPSession(page);
  await composeWord(session, 'ni');
  await waitForStored(writer, around(ASKED.replace('How to start', 'ni')));
  await page.keyboard.press('Home');
  await composeWord(session, 'ha');
  await page.keyboard.press('End');
  await composeWord(session, 'hao');
  await waitForStored(writer, around(ASKED.replace('How to start', 'hanihao')));
  await page.keyboard.press('Shift+Home');
  await composeWord(session, 'wo');
  await waitForStored(writer, around(ASKED.replace('How to start', 'wo')));
  await closeWriter(writer);
});
