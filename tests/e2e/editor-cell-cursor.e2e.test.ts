import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import {
  closeWriter,
  openWriter,
  storedText,
  typeAtHumanSpeed,
  untilSaved,
  type Writer,
  waitForStored,
} from '#tests/e2e/writer.ts';
import { PNG } from '#tests/support/upload.ts';

const stage = setStage();

const TABLE = '| a | b |\n| --- | --- |\n| c | d |';
const cell = ({ text }: Writer, name: string) => text.getByRole('cell', { name, exact: true });

it.each(['', '\n\nEnd\n'])('a table at the start of a document opens drawn, before %j', async (below) => {
  const writer = await openWriter(stage, TABLE + below);
  const { page, text, url } = writer;
  await text.locator('.cm-table').waitFor();
  await typeAtHumanSpeed(page, 'one');
  await waitForStored(writer, TABLE.replace('a', 'onea') + below);
  await page.goto(url);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await text.locator('.cm-table').waitFor();
  await typeAtHumanSpeed(page, 'two');
  await expect.poll(() => text.getByText('two').count()).toBe(1);
  await untilSaved(page);
  expect((await storedText(writer)).replace('two', '')).toBe(TABLE.replace('a', 'onea') + below);
  await closeWriter(writer);
});

it('a table is drawn after Find has selected a word in it, and typing replaces the word', async () => {
  const writer = await openWriter(stage, `Top\n\n${TABLE.replace('d', 'big dog')}\n\nEnd\n`);
  const { page, text } = writer;
  await text.click();
  await page.keyboard.press('Control+f');
  await typeAtHumanSpeed(page, 'dog');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await text.locator('.cm-table').waitFor();
  await typeAtHumanSpeed(page, 'cat');
  await waitForStored(writer, `Top\n\n${TABLE.replace('d', 'big cat')}\n\nEnd\n`);
  await closeWriter(writer);
});

it('a reload goes on in the cell, also right after typing', async () => {
  const content = `Top\n\n${TABLE.replace('c', 'c \\| e')}\n\nEnd\n`;
  const writer = await openWriter(stage, content);
  const { page, text } = writer;
  await cell(writer, 'c | e').click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await typeAtHumanSpeed(page, 'one');
  await untilSaved(page);
  await page.reload();
  await text.locator('.cm-table').waitFor();
  await typeAtHumanSpeed(page, 'two');
  await page.reload();
  await text.getByText('onetwo').waitFor();
  await typeAtHumanSpeed(page, 'three');
  await waitForStored(writer, content.replace('\\| e', '\\| onetwothreee'));
  await closeWriter(writer);
});

it('a picture pasted in a cell lands there, and typing goes on behind it', async () => {
  const writer = await openWriter(stage, `Top\n\n${TABLE}\n\nEnd\n`);
  const { page, text } = writer;
  await cell(writer, 'c').click();
  await page.keyboard.press('End');
  await page.evaluate(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'bed.png', { type: 'image/png' }));
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
      document.activeElement?.dispatchEvent(event);
    },
    [...PNG],
  );
  await text.getByText('bed.png').waitFor();
  await expect.poll(() => cell(writer, 'd').count()).toBe(1);
  await expect.poll(() => text.locator('.cm-upload').count()).toBe(0);
  await typeAtHumanSpeed(page, '!');
  await untilSaved(page);
  expect(await storedText(writer)).toMatch(
    /^Top\n\n\| a \| b \|\n\| --- \| --- \|\n\| c!\[bed.png\]\([^()\n]+\)! \| d \|\n\nEnd\n$/,
  );
  await closeWriter(writer);
});

it('a drag from a cell that is dropped nowhere moves nothing at the next drop', async () => {
  const table = 'Top\n\n| a | b |\n| --- | --- |\n| big dog | small |\n\nEnd\n';
  const writer = await openWriter(stage, table);
  const { page } = writer;
  const from = (await cell(writer, 'big dog').boundingBox())!;
  await page.mouse.dblclick(from.x + 14, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 22, from.y + from.height / 2, { steps: 4 });
  const header = (await page.locator('header').first().boundingBox())!;
  const ended = page.evaluate(
    () => new Promise((done) => window.addEventListener('dragend', () => done(true), { once: true })),
  );
  await page.mouse.move(header.x + 20, header.y + header.height / 2, { steps: 6 });
  await page.mouse.up();
  expect(await ended).toBe(true);
  const isLeftToBrowser = await cell(writer, 'small').evaluate((target) =>
    target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() })),
  );
  expect(isLeftToBrowser).toBe(true);
  await expect.poll(() => cell(writer, 'big dog').count()).toBe(1);
  await closeWriter(writer);
});

it('a word dragged from one cell to another moves there, as one step of undo', async () => {
  const table = (from: string, to: string) => `Top\n\n| a | b |\n| --- | --- |\n| ${from} | ${to} |\n\nEnd\n`;
  const writer = await openWriter(stage, table('big **dog**', 'small'));
  const { page } = writer;
  const from = (await cell(writer, 'big dog').boundingBox())!;
  await page.mouse.dblclick(from.x + 14, from.y + from.height / 2);
  await page.mouse.move(from.x + 14, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 22, from.y + from.height / 2, { steps: 4 });
  const to = (await cell(writer, 'small').boundingBox())!;
  await page.mouse.move(to.x + to.width - 8, to.y + to.height / 2, { steps: 12 });
  await page.mouse.up();
  await waitForStored(writer, table('**dog**', 'smallbig'));
  await page.keyboard.press('Control+z');
  await waitForStored(writer, table('big **dog**', 'small'));
  await closeWriter(writer);
});
