import { expect, it } from 'vitest';
import { composeWord } from '#tests/e2e/compose.ts';
import { perform, setText, textOf } from '#tests/e2e/marked-text.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter } from '#tests/e2e/writer.ts';

const stage = setStage();

it('a table is moved from inside of it, and the cursor stays in its cell', async () => {
  const writer = await openWriter(stage, 'one\n\n| a | b |\n| - | - |\n| c | d |\n\ntwo');
  const { page, text } = writer;
  await text.getByRole('cell', { name: 'c' }).click();
  await perform(page, ['End', 'Alt+ArrowUp', 'x', 'Alt+ArrowDown', 'Alt+ArrowDown', 'y']);
  await expect.poll(() => textOf(writer)).toBe('one\n\ntwo\n\n| a | b |\n| - | - |\n| cxy | d |');
  await closeWriter(writer);
});

it('an input method that begins between two tables, behind a formula, or before marks, writes its letters once', async () => {
  const table = '| a |\n| - |\n| b |';
  const writer = await openWriter(stage, '');
  const { page } = writer;
  const session = await page.context().newCDPSession(page);
  for (const [before, after] of [
    [`Top\n\n${table}\n¦\n${table}`, `Top\n\n${table}\n\nniu\n\n${table}`],
    ['$$\ny\n$$¦\n\nEnd', '$$\ny\n$$\n\nniu\n\nEnd'],
    ['```\ny\n```¦\nEnd', '```\ny\n```\n\nniu\n\nEnd'],
    ['¦# one', '# niuone'],
    ['one\n\n¦- two', 'one\n\n- niutwo'],
  ] as const) {
    await setText(page, before);
    await composeWord(session, 'niu');
    await expect.poll(() => textOf(writer)).toBe(after);
  }
  await closeWriter(writer);
});

it('an input method replaces a selected text once, whatever it consists of', async () => {
  const writer = await openWriter(stage, '');
  const { page } = writer;
  const session = await page.context().newCDPSession(page);
  for (const content of [
    '<details><summary>Question</summary>\n\nanswer\n\n</details>',
    '<details>\n<summary>Question</summary>\n\nanswer\n\n</details>\n\nEnd',
    '- [ ] task',
    '> [!NOTE]\n> noted',
    '$$\nx\n$$',
    '| a |\n| - |\n| b |\n\nEnd',
    '```\ncode\n```',
    '***',
  ]) {
    await setText(page, `¦${content}`);
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Control+a');
    await composeWord(session, 'niu');
    await expect.poll(() => textOf(writer), { message: content }).toBe('niu');
  }
  await closeWriter(writer);
});

it('an input method without keys writes behind the marks of a line', async () => {
  const writer = await openWriter(stage, '');
  const { page } = writer;
  const session = await page.context().newCDPSession(page);
  for (const [before, after] of [
    ['one\n\n¦- two', 'one\n\n- niutwo'],
    ['- one\n¦- [ ] two', '- one\n- [ ] niutwo'],
    ['¦# one', '# niuone'],
    ['one ¦two', 'one niutwo'],
  ] as const) {
    await setText(page, before);
    for (const text of ['n', 'ni', 'niu'])
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await session.send('Input.insertText', { text: 'niu' });
    await expect.poll(() => textOf(writer)).toBe(after);
    await page.keyboard.type('x');
    await expect.poll(() => textOf(writer)).toBe(after.replace('niu', 'niux'));
  }
  await closeWriter(writer);
});

it('a press beside the text, even beyond its column, puts the cursor into the line there', async () => {
  const writer = await openWriter(stage, 'one\n\ntwo\n\nthree');
  const { page, text } = writer;
  const line = await text.locator('.cm-line').nth(2).boundingBox();
  for (const [x, letter] of [
    [1270, 'b'],
    [290, 'a'],
  ] as const) {
    await page.mouse.click(x, (line?.y ?? 0) + 10);
    await page.keyboard.type(letter);
  }
  await expect.poll(() => textOf(writer)).toBe('one\n\natwob\n\nthree');
  await closeWriter(writer);
});
