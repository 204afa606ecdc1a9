import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { compose } from '#tests/e2e/compose.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { agreed, openTwo } from '#tests/e2e/two-writers.ts';
import { readEditor } from '#tests/e2e/typing/editor-state.ts';
import { closeWriter, storedText, type Writer } from '#tests/e2e/writer.ts';
import { until } from '#tests/support/until.ts';

const stage = setStage();
const KEY_MS = 60;
const SMALL = 'abcdefghijklmnop';
const LARGE = 'ABCDEFGHIJKLMNOP';

const type = (page: Page, text: string) => page.keyboard.type(text, { delay: KEY_MS });
const lettersIn = (text: string, letters: string) => [...text].filter((letter) => letters.includes(letter)).join('');

async function enterCell({ page, text }: Writer, name: string, key: 'Home' | 'End'): Promise<void> {
  await text
    .locator('.cm-table :is(td, th)')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .click();
  await page.keyboard.press(key);
}

/** Puts the cursor after a piece of the text. */
async function goBehind({ page, text }: Writer, piece: string): Promise<void> {
  await text.locator('.cm-line', { hasText: piece }).click();
  await page.keyboard.press('End');
}

async function restoreFirst({ person, docId }: Writer): Promise<void> {
  const { items } = (await person.api.get(`/api/documents/${docId}/revisions`)).body.data;
  await person.api.post(`/api/documents/${docId}/revisions/${items.at(-1).id}/restore`);
}

const TABLE = '| one | two |\n| --- | --- |\n| three | four |\n';

it('two people write in one cell at once, and each letter is there once and in order', async () => {
  const writers = await openTwo(stage, TABLE);
  const [ada, ben] = writers;
  await enterCell(ada, 'three', 'End');
  await enterCell(ben, 'three', 'Home');
  await Promise.all([type(ada.page, SMALL), type(ben.page, LARGE)]);
  expect(await agreed(writers)).toBe(TABLE.replace('three', `${LARGE}three${SMALL}`));
  await enterCell(ada, 'four', 'End');
  await enterCell(ben, 'four', 'End');
  await Promise.all([type(ada.page, SMALL), type(ben.page, LARGE)]);
  const row = (await agreed(writers)).split('\n')[2]?.split('|')[2] ?? '';
  expect([lettersIn(row.replace('four', ''), SMALL), lettersIn(row, LARGE)]).toEqual([SMALL, LARGE]);
  for (const writer of writers) await closeWriter(writer);
});

it('undo in a cell takes back what one typed oneself, and leaves what the other typed in it', async () => {
  const writers = await openTwo(stage, TABLE);
  const [ada, ben] = writers;
  await enterCell(ada, 'three', 'End');
  await type(ada.page, 'mine');
  await agreed(writers);
  await enterCell(ben, 'threemine', 'Home');
  await type(ben.page, 'THEIRS');
  await agreed(writers);
  for (let step = 0; step < 4; step += 1) await ada.page.keyboard.press('Control+z');
  expect(await agreed(writers)).toBe(TABLE.replace('three', 'THEIRSthree'));
  for (const writer of writers) await closeWriter(writer);
});

it('an input method composes in a cell while others write in the same one', async () => {
  const writers = await openTwo(stage, TABLE);
  const [ada, ben] = writers;
  await enterCell(ada, 'three', 'End');
  await enterCell(ben, 'three', 'Home');
  const session = await ada.page.context().newCDPSession(ada.page);
  await compose(session, ['n', 'ni']);
  await type(ben.page, 'ABC');
  await until(async () => expect(await storedText(ada)).toContain('ABCthree'));
  await compose(session, ['nih', 'nihao']);
  await session.send('Input.insertText', { text: '你好' });
  await type(ada.page, 'x');
  expect(await agreed(writers)).toBe(TABLE.replace('three', 'ABCthree你好x'));
  for (const writer of writers) await closeWriter(writer);
});

it.each([
  [
    'deletes',
    'One two three four five',
    ({ page }: Writer) => page.keyboard.press('Backspace'),
    'One two three four fiv',
  ],
  ['restores an older revision', 'One', restoreFirst, 'One'],
])('an input method composes in a paragraph in which another one %s', async (_what, before, change, after) => {
  const writers = await openTwo(stage, before);
  const [ada, ben] = writers;
  if (change === restoreFirst) {
    await ada.person.api.patch(`/api/documents/${ada.docId}`, { content: 'Two three' });
    await agreed(writers);
  }
  await ada.text.press('Control+Home');
  await ben.text.press('Control+End');
  const session = await ada.page.context().newCDPSession(ada.page);
  await compose(session, ['n', 'ni']);
  await change(ben);
  await until(async () => expect(await storedText(ada)).toContain(after));
  await compose(session, ['nih', 'nihao']);
  await session.send('Input.insertText', { text: '你好' });
  await type(ada.page, 'x');
  expect(await agreed(writers)).toBe(`你好x${after}`);
  for (const writer of writers) await closeWriter(writer);
});

it('a cell that is written in keeps its cursor while others add, remove and write above it', async () => {
  const writers = await openTwo(stage, `${TABLE}| five | six |\n`);
  const [ada, ben] = writers;
  const tool = (name: string) => ben.text.getByRole('button', { name, exact: true }).click();
  await enterCell(ada, 'six', 'End');
  await type(ada.page, 'a');
  await enterCell(ben, 'one', 'End');
  await tool('Add row');
  await until(async () => expect((await readEditor(ada.page)).text).toContain('|  |  |'));
  await type(ada.page, 'b');
  await enterCell(ben, 'one', 'End');
  await tool('Add column');
  await until(async () => expect((await readEditor(ada.page)).text).toContain('| one |  | two |'));
  await type(ada.page, 'c');
  await enterCell(ben, 'three', 'End');
  await tool('Remove row');
  await until(async () => expect((await readEditor(ada.page)).text).not.toContain('three'));
  await type(ada.page, 'd');
  await ben.page.keyboard.press('Control+Home');
  await type(ben.page, 'Top');
  await until(async () => expect((await readEditor(ada.page)).text).toMatch(/^Top\n/));
  await type(ada.page, 'e');
  expect(await agreed(writers)).toBe(
    'Top\n\n| one |  | two |\n| --- | --- | --- |\n|  |  |  |\n| five |  | sixabcde |\n',
  );
  for (const writer of writers) await closeWriter(writer);
});

it('a cell that is written in stays in its row and column while others move them', async () => {
  const writers = await openTwo(stage, `${TABLE}| five | six |\n`);
  const [ada, ben] = writers;
  await enterCell(ada, 'six', 'End');
  await type(ada.page, 'a');
  await enterCell(ben, 'five', 'End');
  await ben.page.keyboard.press('Alt+Shift+ArrowUp');
  await until(async () => expect((await readEditor(ada.page)).text).toMatch(/sixa \|\n\| three/));
  await type(ada.page, 'b');
  await ben.page.keyboard.press('Alt+Shift+ArrowRight');
  await until(async () => expect((await readEditor(ada.page)).text).toContain('| two | one |'));
  await type(ada.page, 'c');
  await enterCell(ben, 'three', 'End');
  await ben.page.keyboard.press('Alt+Shift+ArrowUp');
  await until(async () => expect((await readEditor(ada.page)).text).toMatch(/three \|\n.*sixabc/));
  await type(ada.page, 'd');
  expect(await agreed(writers)).toBe('| two | one |\n| --- | --- |\n| four | three |\n| sixabcd | five |\n');
  for (const writer of writers) await closeWriter(writer);
});

it('a menu that is open while others write above it replaces what was typed for it', async () => {
  const writers = await openTwo(stage, 'Top\n\nEnd');
  const [ada, ben] = writers;
  await goBehind(ada, 'End');
  await ada.page.keyboard.press('Enter');
  await type(ada.page, '/code');
  await ada.page.locator('.cm-tooltip-autocomplete li[aria-selected]').waitFor();
  await goBehind(ben, 'Top');
  await type(ben.page, LARGE);
  await until(async () => expect((await readEditor(ada.page)).text).toContain(`Top${LARGE}\n`));
  await ada.page.keyboard.press('Enter');
  await type(ada.page, 'x');
  expect(await agreed(writers)).toBe(`Top${LARGE}\n\nEnd\n\n\`\`\`\nx\n\`\`\``);
  for (const writer of writers) await closeWriter(writer);
});

it('a paragraph that is written in stays while others move a block past it', async () => {
  const writers = await openTwo(stage, 'one\n\ntwo\n\nthree');
  const [ada, ben] = writers;
  await goBehind(ada, 'two');
  await goBehind(ben, 'one');
  await type(ada.page, 'AB');
  await ben.page.keyboard.press('Alt+ArrowDown');
  await until(async () => expect((await readEditor(ada.page)).text).toMatch(/^twoAB\n\none/));
  await type(ada.page, 'CD');
  await ben.page.keyboard.press('Alt+ArrowUp');
  await until(async () => expect((await readEditor(ada.page)).text).toMatch(/^one\n/));
  await type(ada.page, 'EF');
  expect(await agreed(writers)).toBe('one\n\ntwoABCDEF\n\nthree');
  for (const writer of writers) await closeWriter(writer);
});

it('the name above a cursor stays inside the editor, also near its right edge', async () => {
  const [ada, ben] = await openTwo(stage, `${'a '.repeat(400)}\n\nTulips.`);
  await goBehind(ada, 'Tulips.');
  await type(ada.page, '!');
  const line = ben.text.locator('.cm-line').first();
  const { width } = (await line.boundingBox())!;
  // Another typeface would move the letter to another line.
  for (const { page } of [ada, ben])
    await page.evaluate(async () => void (await Promise.all([...document.fonts].map((face) => face.load()))));
  await line.click({ position: { x: width - 25, y: 10 } });
  await type(ben.page, 'b');
  const name = ada.text.locator('.cm-ySelectionInfo');
  await name.waitFor();
  await until(async () => {
    const [label, caret] = [(await name.boundingBox())!, (await name.locator('..').boundingBox())!];
    const editor = (await ada.page.locator('.cm-scroller').boundingBox())!;
    // The name would be cut on the other side.
    expect(caret.x + label.width).toBeGreaterThan(editor.x + editor.width);
    expect(label.x + label.width).toBeLessThanOrEqual(editor.x + editor.width);
  });
  for (const writer of [ada, ben]) await closeWriter(writer);
});

it('a cell that another person writes in is outlined with their name, and no cursor stays where it was before', async () => {
  const [ada, ben] = await openTwo(
    stage,
    'Roses.\n\n| Bed | Crop |\n| --- | --- |\n| North | Beans |\n| | |\n\nTulips.',
  );
  await goBehind(ada, 'Tulips.');
  await goBehind(ben, 'Roses.');
  await type(ada.page, '!');
  await type(ben.page, '!');
  const carets = ada.text.locator('.cm-ySelectionCaret');
  const outlined = ada.text.locator('.cm-table [data-writer]');
  await carets.waitFor();
  await enterCell(ben, 'Beans', 'End');
  await carets.waitFor({ state: 'detached' });
  await expect.poll(() => outlined.allTextContents()).toEqual(['Beans']);
  expect(await outlined.getAttribute('data-writer')).toContain('ben');
  await type(ben.page, ' green');
  await expect.poll(() => outlined.allTextContents()).toEqual(['Beans green']);
  await ben.page.keyboard.press('Tab');
  await type(ben.page, 'x');
  await expect.poll(() => outlined.allTextContents()).toEqual(['x']);
  expect(await ada.text.locator('.cm-table tr:last-child td:first-child[data-writer]').count()).toBe(1);
  await goBehind(ben, 'Roses.');
  await carets.waitFor();
  await outlined.waitFor({ state: 'detached' });
  await agreed([ada, ben]);
  await closeWriter(ben);
  await closeWriter(ada);
});
