import { expect, it } from 'vitest';
import { setNetwork } from '#tests/e2e/behind-network.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { agreed, openTwo } from '#tests/e2e/two-writers.ts';
import { closeWriter, typeAtHumanSpeed, type Writer, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();
const around = setNetwork(stage);
const KEY_MS = 60;
const TYPED = 'abcdefghijklmnop';
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
  const typing = ada.page.keyboard.type(TYPED, { delay: KEY_MS });
  await ben.page.waitForTimeout(6 * KEY_MS);
  await ben.page.getByRole('button', { name: name === 'column' ? 'Remove column' : 'Remove row' }).click();
  await typing;
  await expect.poll(() => agreed(writers)).toMatch(expected);
  const [, ...parts] = expected.exec(await agreed(writers)) ?? [];
  const landed = parts.join('').replaceAll(' ', '');
  // Letters before the removal went with the cell; all after it stand there in order. A letter whose change was under way
  // can stand inside of the word.
  expect(landed).not.toBe('');
  expect(TYPED.endsWith(landed)).toBe(true);
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
