import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, typeAtHumanSpeed, untilSaved, waitForStored } from '#tests/e2e/writer.ts';

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

  await page.goto(`${stage.server.url}/settings`);
  await page.goBack();
  await page.waitForURL(`${url}/edit`);
  await line.waitFor();
  await expect.poll(async () => Math.abs((await heightOfLine()) - before)).toBeLessThan(8);
  await text.focus();
  await typeAtHumanSpeed(page, ' three');
  await waitForStored(writer, textWith(' one two three'));
  await closeWriter(writer);
});
