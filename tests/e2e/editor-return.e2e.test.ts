import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, typeAtHumanSpeed, untilSaved, untilShown, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();
const WORDS = Array.from({ length: 120 }, (_, index) => `Paragraph ${index} has a few words.`);
const textWith = (added: string) =>
  WORDS.map((words, index) => (index === 60 ? words.replace('a few', `a few${added}`) : words)).join('\n\n');

it('goes on at the same place after a reload, and after Back', async () => {
  const writer = await openWriter(stage, textWith(''));
  const { page, text, url } = writer;
  const line = text.locator('.cm-line', { hasText: 'Paragraph 60 ' });
  const heightOfLine = async () => (await line.boundingBox())!.y;
  await page.keyboard.press('Control+f');
  await page.keyboard.type('Paragraph 60 has a few');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await line.waitFor();
  await page.keyboard.press('ArrowRight');
  await typeAtHumanSpeed(page, ' one');
  await untilSaved(page);
  const before = await heightOfLine();

  await page.reload();
  await line.waitFor();
  await expect.poll(async () => Math.abs((await heightOfLine()) - before)).toBeLessThan(8);
  await typeAtHumanSpeed(page, ' two');
  await waitForStored(writer, textWith(' one two'));

  // The fields of the page that is left hold an older version then.
  await expect.poll(() => page.locator('#content').inputValue()).toBe(textWith(' one two'));
  await page.goto(`${stage.server.url}/settings`);
  const added = '\n\nAdded by somebody else.';
  await writer.person.api.patch(`/api/documents/${writer.docId}`, { content: textWith(' one two') + added });
  await page.goBack();
  await page.waitForURL(`${url}/edit`);
  await line.waitFor();
  await expect.poll(async () => Math.abs((await heightOfLine()) - before)).toBeLessThan(8);
  await text.focus();
  await typeAtHumanSpeed(page, ' three');
  await waitForStored(writer, textWith(' one two three') + added);
  await closeWriter(writer);
});

it.each([
  ['words at the end of a line', 'First line.\n\nSecond line', ' typed last', ''],
  ['words in the middle of a line', 'First line.\n\nSecond and more', ' typed last', ' and more'],
  ['new paragraphs', 'First line.\n\nSecond line', '\nThird paragraph.\nFourth', ''],
])('a reload right after typing %s goes on behind them', async (_name, content, typed, behind) => {
  const writer = await openWriter(stage, content);
  const { page, text } = writer;
  await text.locator('.cm-line', { hasText: 'Second' }).click();
  await page.keyboard.press('End');
  for (const _letter of behind) await page.keyboard.press('ArrowLeft');
  await typeAtHumanSpeed(page, typed);
  await page.reload();
  await text.waitFor();
  const stored = content.slice(0, content.length - behind.length) + typed.replaceAll('\n', '\n\n') + behind;
  await untilShown(page, stored);
  await typeAtHumanSpeed(page, ' NEXT');
  await waitForStored(writer, `${stored.slice(0, stored.length - behind.length)} NEXT${behind}`);
  await closeWriter(writer);
});

it('a reload right after typing leaves the cursor alone that is moved before the text arrives', async () => {
  const writer = await openWriter(stage, 'First line.\n\nSecond line');
  const { page, text } = writer;
  await text.locator('.cm-line', { hasText: 'Second' }).click();
  await page.keyboard.press('End');
  await typeAtHumanSpeed(page, ' typed last');
  await page.reload();
  await text.locator('.cm-line', { hasText: 'First' }).click();
  await page.keyboard.press('End');
  await untilShown(page, 'First line.\n\nSecond line typed last');
  await typeAtHumanSpeed(page, ' NEXT');
  await waitForStored(writer, 'First line. NEXT\n\nSecond line typed last');
  await closeWriter(writer);
});
