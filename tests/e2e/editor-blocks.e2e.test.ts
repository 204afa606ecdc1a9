import { describe, expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { clickBelow, closeWriter, openWriter, typeAtHumanSpeed, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

const CODE = '```js\ncode\n```';
const MATHS = '$$\nx^2\n$$';
const WORDS = 'Hello world';

describe.each([
  ['a block of code', CODE],
  ['a formula', MATHS],
])('%s', (_name, block) => {
  for (const way of ['Control+End', 'click below', 'ArrowDown']) {
    it(`at the end of a document is left with ${way}`, async () => {
      const writer = await openWriter(stage, `Top\n\n${block}`);
      const { page, text } = writer;
      await text.press('Control+Home');
      if (way === 'Control+End') await text.press(way);
      else if (way === 'click below') await clickBelow(writer);
      else for (let step = 0; step < 8; step += 1) await text.press('ArrowDown');
      await typeAtHumanSpeed(page, WORDS);
      await waitForStored(writer, `Top\n\n${block}\n\n${WORDS}`);
      await closeWriter(writer);
    });
  }

  it('is closed by Enter behind its opening line', async () => {
    const writer = await openWriter(stage, 'Below');
    const { page, text } = writer;
    await text.press('Control+Home');
    await text.press('Enter');
    await text.press('ArrowUp');
    const [opening = '', , closing = ''] = block.split('\n');
    await typeAtHumanSpeed(page, opening);
    await text.press('Enter');
    await typeAtHumanSpeed(page, 'inside');
    await waitForStored(writer, `${opening}\ninside\n${closing}\n\nBelow`);
    await closeWriter(writer);
  });

  it('is left with ArrowDown from the start of a line', async () => {
    const writer = await openWriter(stage, '');
    const { page, text } = writer;
    const [opening = '', , closing = ''] = block.split('\n');
    await text.click();
    await typeAtHumanSpeed(page, opening);
    await page.keyboard.press('Enter');
    await typeAtHumanSpeed(page, 'a');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await typeAtHumanSpeed(page, 'next');
    await waitForStored(writer, `${opening}\na\n\n${closing}\n\nnext`);
    await closeWriter(writer);
  });

  it('keeps its closing line when one types behind it', async () => {
    const writer = await openWriter(stage, `${block}\n\nEnd`);
    const { page, text } = writer;
    await text.press('Control+Home');
    for (let step = 0; step < 2; step += 1) await text.press('ArrowDown');
    await text.press('End');
    await typeAtHumanSpeed(page, WORDS);
    await waitForStored(writer, `${block}\n\n${WORDS}\n\nEnd`);
    await closeWriter(writer);
  });
});

describe('code in a list item', () => {
  const ITEM = '1. one\n\n   ```\n     deep\n   ```';

  it('shows its own indentation, and keeps that of the item when letters are typed in it', async () => {
    const writer = await openWriter(stage, ITEM);
    const { page, text } = writer;
    expect(await text.locator('.cm-line', { hasText: 'deep' }).innerText()).toBe('  deep');
    await text.locator('.cm-line', { hasText: 'deep' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await typeAtHumanSpeed(page, 'abc');
    await waitForStored(writer, ITEM.replace('     deep', '   abc   deep'));
    await closeWriter(writer);
  });
});
