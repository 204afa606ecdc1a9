import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { clickBelow, closeWriter, openWriter, typeAtHumanSpeed, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

const TABLE = '| a | b |\n| --- | --- |\n| c | d |';
const WORDS = 'Hello world';

describe('a table', () => {
  it('inserted from the menu takes what is typed at once into its first cell', async () => {
    const writer = await openWriter(stage, '');
    const { page, text } = writer;
    await text.click();
    await typeAtHumanSpeed(page, '/table');
    await page.getByRole('option', { name: 'Table' }).waitFor();
    await page.keyboard.press('Enter');
    await typeAtHumanSpeed(page, 'Pears');
    await page.keyboard.press('Tab');
    await typeAtHumanSpeed(page, 'three');
    await waitForStored(writer, '| Pears | three |  |\n| --- | --- | --- |\n|  |  |  |\n\n');
    await closeWriter(writer);
  });

  it('undone from within a cell comes back by redoing', async () => {
    const writer = await openWriter(stage, 'Top\n\n');
    const { page, text } = writer;
    await text.press('Control+End');
    await typeAtHumanSpeed(page, '/table');
    await page.getByRole('option', { name: 'Table' }).waitFor();
    await page.keyboard.press('Enter');
    await typeAtHumanSpeed(page, 'Pears');
    const table = text.locator('.cm-table');
    while ((await table.count()) > 0) await page.keyboard.press('Control+z');
    for (let nth = 0; nth < 12; nth += 1) await page.keyboard.press('Control+Shift+Z');
    await waitForStored(writer, 'Top\n\n| Pears |  |  |\n| --- | --- | --- |\n|  |  |  |');
    await closeWriter(writer);
  });

  it('keeps single blanks between words that are undone and redone behind a blank', async () => {
    const writer = await openWriter(stage, `Top\n\n${TABLE}`);
    const { page, text } = writer;
    await text.getByRole('cell', { name: 'd' }).click();
    await page.keyboard.press('End');
    await typeAtHumanSpeed(page, ' Pears three ');
    for (const key of ['z', 'z', 'Shift+Z', 'Shift+Z']) await page.keyboard.press(`Control+${key}`);
    await typeAtHumanSpeed(page, ' more');
    await page.keyboard.press('Escape');
    await waitForStored(writer, 'Top\n\n| a | b |\n| --- | --- |\n| c | d Pears three more |\n\n');
    await closeWriter(writer);
  });

  it('filled by mouse and left by a click below keeps its cells, and the text stands below', async () => {
    const writer = await openWriter(stage, 'Fruit\n\n');
    const { page, text } = writer;
    await text.press('Control+End');
    await typeAtHumanSpeed(page, '/table');
    await page.getByRole('option', { name: 'Table' }).waitFor();
    await page.keyboard.press('Enter');
    const cells = text.locator('.cm-table :is(th, td)');
    for (const [index, word] of ['one', 'two', 'three', 'four'].entries()) {
      await cells.nth(index).click();
      await typeAtHumanSpeed(page, word);
    }
    await clickBelow(writer);
    await typeAtHumanSpeed(page, WORDS);
    await waitForStored(writer, `Fruit\n\n| one | two | three |\n| --- | --- | --- |\n| four |  |  |\n\n${WORDS}`);
    await closeWriter(writer);
  });

  const WAYS_OUT = ['Control+End', 'click below', 'ArrowDown', 'Escape'];
  for (const way of WAYS_OUT) {
    it(`at the end of a document is left with ${way}: what is typed is a paragraph below`, async () => {
      const writer = await openWriter(stage, `Top\n\n${TABLE}`);
      const { page, text } = writer;
      await text.press('Control+Home');
      if (way === 'click below') await clickBelow(writer);
      else {
        if (way !== 'Control+End') await text.getByRole('cell', { name: 'd' }).click();
        await page.keyboard.press(way);
      }
      await typeAtHumanSpeed(page, WORDS);
      await waitForStored(writer, `Top\n\n${TABLE}\n\n${WORDS}`);
      await closeWriter(writer);
    });
  }

  it('is walked through and left with ArrowLeft and ArrowRight', async () => {
    const writer = await openWriter(stage, `Top\n\n${TABLE}\n\nEnd`);
    const { page, text } = writer;
    await text.getByRole('cell', { name: 'c' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await typeAtHumanSpeed(page, '1');
    for (const key of ['End', 'ArrowRight']) await page.keyboard.press(key);
    await typeAtHumanSpeed(page, '2');
    await text.getByRole('columnheader', { name: 'b' }).click();
    await page.keyboard.press('Home');
    for (let nth = 0; nth < 3; nth += 1) await page.keyboard.press('ArrowLeft');
    await typeAtHumanSpeed(page, '3');
    const table = '| a | b |\n| --- | --- |\n| c | 1d |';
    await waitForStored(writer, `Top\n\n3\n\n${table}\n\n2\n\nEnd`);
    await closeWriter(writer);
  });

  it('is left with Control+End and Control+Home for the ends of the text', async () => {
    const writer = await openWriter(stage, `Top\n\n${TABLE}\n\nEnd`);
    const { page, text } = writer;
    await text.getByRole('cell', { name: 'c' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('1');
    await text.getByRole('cell', { name: 'c' }).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('2');
    await waitForStored(writer, `2Top\n\n${TABLE}\n\nEnd1`);
    await closeWriter(writer);
  });

  it('at the start of a document lets a paragraph be written above it', async () => {
    const writer = await openWriter(stage, `${TABLE}\n\nEnd`);
    const { page, text } = writer;
    await text.press('Control+End');
    await text.press('Control+Home');
    await typeAtHumanSpeed(page, WORDS);
    await waitForStored(writer, `${WORDS}\n\n${TABLE}\n\nEnd`);
    await closeWriter(writer);
  });

  it('that is the whole document lets one write above and below it', async () => {
    const writer = await openWriter(stage, TABLE);
    const { page, text } = writer;
    await text.press('Control+Home');
    await typeAtHumanSpeed(page, 'Above');
    await text.press('Control+End');
    await typeAtHumanSpeed(page, 'Below');
    await waitForStored(writer, `Above\n\n${TABLE}\n\nBelow`);
    await closeWriter(writer);
  });

  it('is never joined by what is typed on the empty line next to it', async () => {
    const writer = await openWriter(stage, `Top\n\n${TABLE}\n\nEnd`);
    const { page, text } = writer;
    await text.press('Control+End');
    await text.press('Home');
    await text.press('Backspace');
    await text.press('Control+End');
    await text.press('ArrowUp');
    await typeAtHumanSpeed(page, 'x');
    await text.press('Control+Home');
    await text.press('ArrowDown');
    await typeAtHumanSpeed(page, 'Between');
    await waitForStored(writer, `Top\n\nBetween\n\n${TABLE}\n\nx\n\nEnd`);
    await closeWriter(writer);
  });

  it('hands the caret over when a cell of another table is clicked', async () => {
    const other = '| e | f |\n| --- | --- |\n| g | h |';
    const writer = await openWriter(stage, `${TABLE}\n\nBetween\n\n${other}\n\nEnd`);
    const { page, text } = writer;
    for (const [name, typed] of [
      ['c', 'Cherry'],
      ['h', 'Hazel'],
      ['cCherry', 'Cob'],
      ['hHazel', 'Holly'],
    ] as const) {
      await text.getByRole('cell', { name, exact: true }).click();
      await page.keyboard.press('End');
      await typeAtHumanSpeed(page, typed);
    }
    const [first, second] = [TABLE.replace('c |', 'cCherryCob |'), other.replace('h |', 'hHazelHolly |')];
    await waitForStored(writer, `${first}\n\nBetween\n\n${second}\n\nEnd`);
    await closeWriter(writer);
  });

  it('whose head is shorter than a row stays a table when its missing head cell is written', async () => {
    const writer = await openWriter(stage, 'Top\n\n| a |\n| --- |\n| c | d |\n\nEnd');
    const { page, text } = writer;
    await text.locator('.cm-table th').nth(1).click();
    await typeAtHumanSpeed(page, 'Head');
    await waitForStored(writer, 'Top\n\n| a | Head |\n| --- | --- |\n| c | d |\n\nEnd');
    expect(await text.locator('.cm-table th').allInnerTexts()).toEqual(['a', 'Head']);
    await closeWriter(writer);
  });

  it('with a short row keeps every byte when its missing cell is entered and left', async () => {
    const content = 'Top\n\n| a | b |\n| --- | --- |\n| c |\n\nEnd';
    const writer = await openWriter(stage, content);
    const { page, text } = writer;
    await text.locator('.cm-table td').nth(1).click();
    await page.keyboard.press('ArrowUp');
    await text.press('Control+End');
    await typeAtHumanSpeed(page, '!');
    await waitForStored(writer, `${content}!`);
    await closeWriter(writer);
  });

  it('is written by hand, line by line, and goes on below after an empty line', async () => {
    const writer = await openWriter(stage, '');
    const { page, text } = writer;
    await text.click();
    for (const line of ['| a | b |', '| --- | --- |', '| c | d |', '']) {
      await typeAtHumanSpeed(page, line);
      await page.keyboard.press('Enter');
    }
    await typeAtHumanSpeed(page, WORDS);
    await waitForStored(writer, `${TABLE}\n\n${WORDS}`);
    expect(await text.locator('.cm-table td').allInnerTexts()).toEqual(['c', 'd']);
    await closeWriter(writer);
  });
});

it('writes a table in its cells: only they change, Tab leads on, and rows are added', async () => {
  const table = '| Name | Count |\n|:--|--:|\n| Pears | 3 |';
  const writer = await openWriter(stage, `Fruit\n\n${table}\n\nEnd`);
  const { page, text } = writer;
  await text.press('Control+End');
  await text.getByRole('cell', { name: 'Pears' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' | plums');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Figs');
  await waitForStored(writer, 'Fruit\n\n| Name | Count |\n|:--|--:|\n| Pears \\| plums | 30 |\n| Figs |  |\n\nEnd');
  await page.getByRole('button', { name: 'Remove row' }).click();
  await page.keyboard.press('Control+z');
  await text.getByRole('cell', { name: 'Figs' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await closeWriter(writer);
});
