import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, typeAtHumanSpeed, untilShown, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key, { delay: 30 });
}

it('what is typed after a triple click replaces the text of a block and not its marks', async () => {
  const writer = await openWriter(
    stage,
    'Top\n\n## Head\n\n- a item\n- b item\n  - [x] c item\n\n> d item\n\n1. e item',
  );
  const { page, text } = writer;
  for (const words of ['Head', 'a item', 'b item', 'c item', 'd item', 'e item']) {
    await text.locator('.cm-line', { hasText: words }).click({ clickCount: 3, delay: 40 });
    await typeAtHumanSpeed(page, `new ${words[0]}`);
  }
  await waitForStored(writer, 'Top\n\n## new H\n\n- new a\n- new b\n  - [x] new c\n\n> new d\n\n1. new e');
  await closeWriter(writer);
});

it('Enter below a line break in an item makes the next item', async () => {
  const writer = await openWriter(stage, '');
  const { page, text } = writer;
  await text.press('Control+End');
  await typeAtHumanSpeed(page, '- bullet');
  await press(page, 'Shift+Enter');
  await typeAtHumanSpeed(page, 'soft');
  await press(page, 'Enter');
  await typeAtHumanSpeed(page, '[] call');
  await press(page, 'Shift+Enter');
  await typeAtHumanSpeed(page, 'at noon');
  await press(page, 'Enter');
  await typeAtHumanSpeed(page, 'next');
  await press(page, 'Enter', 'Enter');
  await typeAtHumanSpeed(page, 'end');
  await waitForStored(writer, '- bullet\\\n  soft\n- [ ] call\\\n  at noon\n- [ ] next\n\nend');
  await closeWriter(writer);
});

it('items copied from the text of the first stay items where they are pasted', async () => {
  const writer = await openWriter(stage, '- alpha\n- beta\n- gamma\n\n');
  const { page, text } = writer;
  await writer.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await text.locator('.cm-line', { hasText: 'beta' }).click();
  await press(
    page,
    'Home',
    'Shift+ArrowDown',
    'Shift+End',
    'Control+c',
    'Control+End',
    'Control+v',
    'Enter',
    'Control+v',
  );
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('- beta\n- gamma');
  await typeAtHumanSpeed(page, 'Z');
  await waitForStored(writer, '- alpha\n- beta\n- gamma\n\n- beta\n- gamma\n- beta\n- gammaZ');
  await closeWriter(writer);
});

it('a task copied by a triple click is pasted as the text of a new one, and a link stands on its words', async () => {
  const writer = await openWriter(stage, '- [x] alpha\n- [ ] beta');
  const { page, text } = writer;
  await writer.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await text.locator('.cm-line', { hasText: 'alpha' }).click({ clickCount: 3, delay: 40 });
  await press(page, 'Control+c', 'Control+End', 'Enter', 'Control+v');
  await waitForStored(writer, '- [x] alpha\n- [ ] beta\n- [ ] alpha');
  await text.locator('.cm-line', { hasText: 'beta' }).click({ clickCount: 3, delay: 40 });
  await press(page, 'Control+k');
  await typeAtHumanSpeed(page, '/b');
  await press(page, 'Enter');
  await waitForStored(writer, '- [x] alpha\n- [ ] [beta](/b)\n- [ ] alpha');
  await closeWriter(writer);
});

it('the button for a quote puts tasks in a quote, and takes them out again', async () => {
  const writer = await openWriter(stage, 'Top\n\n- [ ] one\n- [x] two\n\n  more\n- [ ] three');
  const { page, text } = writer;
  await text.locator('.cm-line', { hasText: 'one' }).click();
  await press(page, 'Home', 'Control+Shift+End');
  const button = page.getByRole('button', { name: 'Quote' }).first();
  await button.click();
  await waitForStored(writer, 'Top\n\n> - [ ] one\n> - [x] two\n>\n>   more\n> - [ ] three');
  await button.click();
  await waitForStored(writer, 'Top\n\n- [ ] one\n- [x] two\n\n  more\n- [ ] three');
  await closeWriter(writer);
});

it.each([
  [
    'Left at the start of an item goes to the line above',
    '- one\n- two',
    'two',
    ['Home', 'ArrowLeft'],
    'x',
    '- onex\n- two',
  ],
  ['Left at the start of a task', '- [ ] one\n- [ ] two', 'two', ['Home', 'ArrowLeft'], 'x', '- [ ] onex\n- [ ] two'],
  ['Left at the start of a heading', 'one\n\n## two', 'two', ['Home', 'ArrowLeft', 'ArrowLeft'], 'x', 'onex\n\n## two'],
  ['Left at the start of a quote', 'one\n\n> two', 'two', ['Home', 'ArrowLeft', 'ArrowLeft'], 'x', 'onex\n\n> two'],
  [
    'a letter before the box of a task',
    '- [ ] buy\n- [ ] other',
    'buy',
    ['Home', 'Home'],
    'Do ',
    '- [ ] Do buy\n- [ ] other',
  ],
  [
    'a second line break begins a paragraph',
    '- one',
    'one',
    ['End', 'Shift+Enter', 'Shift+Enter'],
    'two',
    '- one\n\n  two',
  ],
  ['a second line break in a quote', '> one', 'one', ['End', 'Shift+Enter', 'Shift+Enter'], 'two', '> one\n>\n> two'],
])('%s', async (_name, before, line, keys, typed, after) => {
  const writer = await openWriter(stage, before);
  const { page, text } = writer;
  await text.locator('.cm-line', { hasText: line }).click();
  for (const key of keys) await page.keyboard.press(key, { delay: 60 });
  await typeAtHumanSpeed(page, typed);
  await untilShown(page, after);
  await closeWriter(writer);
});
