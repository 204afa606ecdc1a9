import { expect, it } from 'vitest';
import { setNetwork } from '#tests/e2e/behind-network.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { agreed, openTwo } from '#tests/e2e/two-writers.ts';
import { closeWriter, typeAtHumanSpeed, type Writer, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();
const around = setNetwork(stage);
const KEY_MS = 60;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const TABLE = '| h1 | h2 |\n| --- | --- |\n| 11 | 12 |\n| 21 | 22 |\n\nEnd\n';

const cell = ({ text }: Writer, name: string) =>
  text.locator('.cm-table :is(td, th)').filter({ hasText: name }).first();

it.each([
  ['row', '11', '12', /^\| h1 \| h2 \|\n\| --- \| --- \|\n\|(.*?)2(.*?)1(.*?) \| 22 \|\n\nEnd\n$/],
  ['last row', '21', '22', /^\| h1 \| h2 \|\n\| --- \| --- \|\n\|(.*?)1(.*?)1(.*?) \| 12 \|\n\nEnd\n$/],
  ['column', '11', '21', /^\| h2 \|\n\| --- \|\n\|(.*?)1(.*?)2(.*?) \|\n\| 22 \|\n\nEnd\n$/],
])('letters typed while someone removes their %s land in the nearest cell', async (name, written, at, expected) => {
  const writers = await openTwo(stage, TABLE);
  const [ada, ben] = writers;
  await cell(ben, at).click();
  await cell(ada, written).click();
  await ada.page.keyboard.press('End');
  let typed = '';
  const type = async () => {
    const letter = ALPHABET[typed.length % ALPHABET.length]!;
    await ada.page.keyboard.type(letter, { delay: KEY_MS });
    typed += letter;
  };
  for (let nth = 0; nth < 6; nth += 1) await type();
  let isRemoved = false;
  const button = ben.page.getByRole('button', { name: name === 'column' ? 'Remove column' : 'Remove row' });
  const removal = button.click().finally(() => {
    isRemoved = true;
  });
  while (!isRemoved) await type();
  await removal;
  for (let nth = 0; nth < 8; nth += 1) await type();
  await expect.poll(() => agreed(writers)).toMatch(expected);
  const [, ...parts] = expected.exec(await agreed(writers)) ?? [];
  const landed = parts.join('').replaceAll(' ', '');
  // Letters before the removal went with the cell; all after it stand there in order. A letter whose change was under way
  // can stand inside of the word.
  expect(landed).not.toBe('');
  expect([typed, landed, typed.endsWith(landed)]).toEqual([typed, landed, true]);
  for (const writer of writers) await closeWriter(writer);
});

it.each([
  ['below the delimiters', '11', '\n| 11 | 12 |', '| h1 | h2 |\n| --- | --- |\n| 21abcd | 22 |\n\nEnd\n'],
  ['at the end', '21', '\n| 21 | 22 |', '| h1 | h2 |\n| --- | --- |\n| 11abcd | 12 |\n\nEnd\n'],
])('letters typed in a row %s at the instant of its removal land in the nearest cell', async (...row) => {
  const [, written, removed, expected] = row;
  const { writer, friend } = await around.begin(TABLE);
  const { page } = writer;
  const other = await around.join(friend, writer);
  await cell(writer, written).click();
  await page.keyboard.press('End');
  around.network.cut();
  await typeAtHumanSpeed(page, 'abc');
  other.content.delete(TABLE.indexOf(removed), removed.length);
  around.network.restore();
  await expect.poll(() => other.text, { timeout: 30_000 }).toBe(expected.replace('abcd', 'abc'));
  await typeAtHumanSpeed(page, 'd');
  await waitForStored(writer, expected);
  await writer.context.close();
  other.leave();
});
