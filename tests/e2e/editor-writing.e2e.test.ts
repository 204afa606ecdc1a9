import { describe, expect, it } from 'vitest';
import { setText, textOf } from '#tests/e2e/marked-text.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter, typeAtHumanSpeed, waitForStored } from '#tests/e2e/writer.ts';

const stage = setStage();

/** A text with `¦` at the cursor, or around the selection. Keys of several letters are names. */
type Case = [does: string, before: string, keys: string[], after: string];

const CASES: Record<string, Case[]> = {
  'a deletion at the marks of a style': [
    ['Backspace behind it takes its last letter', 'a **bold**¦ c', ['Backspace', 'x'], 'a **bolx** c'],
    ['Delete before it takes its first letter', 'a ¦**bold** c', ['Delete', 'x'], 'a **xold** c'],
    ['Backspace at its start takes what is before it', 'a **¦bold** c', ['Backspace', 'x'], 'ax**bold** c'],
    ['Delete at its end takes what is behind it', 'a **bold¦** c', ['Delete', 'x'], 'a **bold**xc'],
    ['Control+Backspace takes a word', 'a ~~two words~~¦ c', ['Control+Backspace', 'x'], 'a ~~two x~~ c'],
    ['Control+Delete takes a word', 'a ¦`two words` c', ['Control+Delete', 'x'], 'a `x words` c'],
    ['a style goes with its last letter', 'a **b**¦ c', ['Backspace', 'ArrowRight', 'x'], 'a x c'],
    ['a paragraph is joined before its style', 'a\n\n**¦b**', ['Backspace'], 'a**b**'],
    ['an item is one no more before its style', '- a\n- **¦b**', ['Backspace'], '- a\n\n**b**'],
    ['Backspace behind a link takes a letter', 'a [bc](/d)¦ e', ['Backspace', 'x'], 'a [bx](/d) e'],
  ],
  'a cut or paste over the edge of a style': [
    ['the rest keeps its marks', 'a **bo¦ld** c¦d', ['Control+x', 'y'], 'a **boy**d'],
    ['another one loses its start', 'a¦b **b¦old** c', ['Control+x', 'y'], 'ay**old** c'],
    ['a paste over it takes the style', 'a **bo¦ld** c¦d', ['Control+c', 'Control+v', 'y'], 'a **bold** cyd'],
  ],
  'Enter in an item': [
    ['below a line break leaves the list tight', '- a¦\n- b', ['Shift+Enter', 'Enter', 'x'], '- a\n- x\n- b'],
    ['in a second paragraph makes the next item', '- a\n\n  b¦', ['Enter', 'x'], '- a\n\n  b\n- x'],
    ['in its middle takes the rest along', '1. a\n\n   b ¦c\n2. d', ['Enter', 'x'], '1. a\n\n   b\n2. xc\n3. d'],
  ],
  'Tab and Shift+Tab': [
    ['renumber an item with more than nine above', '9. a\n10. ¦b\n11. c', ['Tab'], '9. a\n   1. b\n10. c'],
    ['Shift+Tab takes it back', '9. a\n10. ¦b\n11. c', ['Tab', 'Shift+Tab'], '9. a\n10. b\n11. c'],
    ['a quote moves with its item', '- a\n- ¦b\n\n  > c', ['Tab'], '- a\n  - b\n\n    > c'],
    ['and back', '- a\n- ¦b\n\n  > c', ['Tab', 'Shift+Tab'], '- a\n- b\n\n  > c'],
  ],
  'one line pasted behind a text': [
    [
      'a heading gets a line of its own',
      '¦# Head¦\n\none',
      ['Control+x', 'Control+End', 'Control+v', 'x'],
      '\n\none\n\n# Headx',
    ],
    ['a row of a table, too', '¦| a | b |¦\n\none', ['Control+x', 'Control+End', 'Control+v'], '\n\none\n\n| a | b |'],
    ['words join the text', '¦two¦\n\none ', ['Control+x', 'Control+End', 'Control+v', 'x'], '\n\none twox'],
  ],
  'a block of the slash menu in a list': [
    ['code stands in the item', '1. a¦\n2. b', [' /code', 'Enter', 'x'], '1. a \n   ```\n   x\n   ```\n2. b'],
    ['a formula in an empty item', '- ¦\n- b', ['/formula', 'Enter', 'x'], '- $$\n  x\n  $$\n- b'],
    [
      'a table stands below the list',
      '1. a¦\n2. b',
      [' /table', 'Enter', 'x'],
      '1. a \n2. b\n\n| x |  |  |\n| --- | --- | --- |\n|  |  |  |',
    ],
    [
      'a toggle stands below the list',
      '1. a¦\n2. b\n\nend',
      [' /toggle', 'Enter', 'x'],
      '1. a \n2. b\n\n<details><summary>x</summary>\n\n\n\n</details>\n\n\n\nend',
    ],
  ],
};

describe.each(Object.entries(CASES))('%s', (_name, cases) => {
  it('does what the page shows', async () => {
    const writer = await openWriter(stage, '');
    await writer.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [does, before, keys, after] of cases) {
      await setText(writer.page, before);
      for (const key of keys) {
        if (/^(?:(?:Control|Shift)\+\w+|[A-Z]\w+)$/.test(key)) await writer.page.keyboard.press(key, { delay: 60 });
        else await typeAtHumanSpeed(writer.page, key);
      }
      await expect.poll(() => textOf(writer), { message: does }).toBe(after);
    }
    await waitForStored(writer, cases.at(-1)![3]);
    await closeWriter(writer);
  });
});

it('a triple click leaves the mark of a line break where it is', async () => {
  const writer = await openWriter(stage, 'Top\n\none\\\ntwo\n\n- three\\\n  four');
  const { page, text } = writer;
  for (const words of ['one', 'three']) {
    await text.locator('.cm-line', { hasText: words }).click({ clickCount: 3, delay: 60 });
    await typeAtHumanSpeed(page, `new ${words[0]}`);
  }
  await waitForStored(writer, 'Top\n\nnew o\\\ntwo\n\n- new t\\\n  four');
  await closeWriter(writer);
});
