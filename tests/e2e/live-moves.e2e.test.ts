import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { agreed, openTwo } from '#tests/e2e/two-writers.ts';
import { closeWriter, type Writer } from '#tests/e2e/writer.ts';

const stage = setStage();
const KEY_MS = 60;
const TYPED = ' long words here';
const TABLE = '| one | two |\n| --- | --- |\n| three | four |\n| five | six |\n\nEnd\n';

const place = ({ text }: Writer, words: string) =>
  text.locator('.cm-line, .cm-table :is(td, th)').filter({ hasText: words }).first();

it.each([
  [
    'an item, moved up',
    '# List\n\n- one\n- two\n- three\n',
    'two',
    'two',
    'Alt+ArrowUp',
    '# List\n\n- two!\n- one\n- three\n',
  ],
  [
    'the item above a moved one',
    '# List\n\n- one\n- two\n- three\n',
    'one',
    'two',
    'Alt+ArrowUp',
    '# List\n\n- two\n- one!\n- three\n',
  ],
  [
    'a paragraph, moved down',
    '# P\n\none\n\ntwo\n\nthree\n',
    'two',
    'two',
    'Alt+ArrowDown',
    '# P\n\none\n\nthree\n\ntwo!\n',
  ],
  [
    'a cell of a moved column',
    TABLE,
    'three',
    'four',
    'Shift+Alt+ArrowLeft',
    '| two | one |\n| --- | --- |\n| four | three! |\n| six | five |\n\nEnd\n',
  ],
  [
    'a cell of a moved row',
    TABLE,
    'four',
    'three',
    'Shift+Alt+ArrowDown',
    '| one | two |\n| --- | --- |\n| five | six |\n| three | four! |\n\nEnd\n',
  ],
])('what someone types in %s stays there', async (_name, text, written, moved, keys, expected) => {
  const writers = await openTwo(stage, text);
  const [ada, ben] = writers;
  await place(ada, written).click();
  await ada.page.keyboard.press('End');
  await place(ben, moved).click();
  const typing = ada.page.keyboard.type(TYPED, { delay: KEY_MS });
  await ben.page.waitForTimeout(6 * KEY_MS);
  await ben.page.keyboard.press(keys);
  await typing;
  expect(await agreed(writers)).toBe(expected.replace('!', TYPED));
  await ben.page.keyboard.press('Control+z');
  await expect.poll(() => agreed(writers)).toBe(text.replace(written, written + TYPED));
  for (const writer of writers) await closeWriter(writer);
});
