import { describe, expect, it } from 'vitest';
import { perform, setText, textOf } from '#tests/e2e/marked-text.ts';
import { setStage } from '#tests/e2e/stage.ts';
import { closeWriter, openWriter } from '#tests/e2e/writer.ts';

const stage = setStage();

/** A text with `|` at the cursor, or around the selection. */
type Case = [does: string, before: string, keys: string[], after: string];

const CASES: Record<string, Case[]> = {
  'a quote': [
    ['is left by Enter on an empty line', '> a¦', ['Enter', 'Enter', 'out'], '> a\n\nout'],
    ['is divided by it in its middle', '> a\n> ¦\n> b', ['Enter', 'out'], '> a\n\nout\n> b'],
    ['inside a quote is left one level at a time', '> > a¦', ['Enter', 'Enter', 'out'], '> > a\n>\n> out'],
    ['takes code that is closed by Enter', '> ¦', ['```', 'Enter', 'x'], '> ```\n> x\n> ```'],
    ['gives a paragraph back by Backspace at its start', '> a\n> ¦b\n> c', ['Backspace', 'x'], '> a\n\nxb\nc'],
    ['gives one of a second level to the first', '> a\n> > ¦b', ['Backspace', 'x'], '> a\n>\n> xb'],
    ['gives code back as a whole', '> ¦```\n> a\n> ```', ['Backspace'], '```\na\n```'],
    ['with a label is one no more', '> [!TIP]\n> ¦a', ['Backspace', 'x'], 'xa'],
    ['keeps empty lines of code in it', '> ```\n> ¦\n> ```', ['Enter', 'x'], '> ```\n> \n> x\n> ```'],
  ],
  'a heading': [
    ['is pushed down by Enter at its start', 'one\n\n## ¦two', ['Enter', 'ArrowUp', 'x'], 'one\n\nx\n## two'],
    ['is a paragraph after Backspace at its start', 'one\n\n¦## two', ['Backspace', 'x'], 'one\n\nxtwo'],
    ['is then joined with the paragraph above', 'one\n\n¦## two ##', ['Backspace', 'Backspace', 'x'], 'onextwo'],
    ['at the start of the text is one too', '¦# two', ['Backspace', 'x'], 'xtwo'],
    ['directly below text is one too', 'one\n¦# two', ['Backspace'], 'one\ntwo'],
    ['with an underline is one too', 'one\n\n¦two\n===\n\nend', ['Backspace', 'x'], 'one\n\nxtwo\n\nend'],
    ['first loses a needless blank line above', 'one\n\n\n¦## two', ['Backspace', 'x'], 'one\n\n## xtwo'],
    [
      'has its text at Home, then its marks',
      '## two¦',
      ['Home', 'x', 'Home', 'Home', 'y', 'Home', 'Home', '#'],
      '### yxtwo',
    ],
    ['is a paragraph after Home and Backspace', 'one\n\n## two¦', ['Home', 'Backspace', 'x'], 'one\n\nxtwo'],
    ['is joined with the paragraph above by Delete', 'one¦\n\n## two', ['Delete', 'x'], 'onextwo'],
  ],
  'a paragraph': [
    ['is followed by another one after Enter', '¦', ['one', 'Enter', 'two'], 'one\n\ntwo'],
    ['is divided by Enter', 'one ¦two', ['Enter', 'x'], 'one \n\nxtwo'],
    ['is pushed down by Enter at its start', '¦one', ['Enter', 'ArrowUp', 'xy'], 'xy\n\none'],
    ['is joined again by Backspace', '¦', ['one', 'Enter', 'Backspace', 'x'], 'onex'],
    ['is joined with the next one by Delete', 'one¦\n\ntwo', ['Delete'], 'onetwo'],
    ['is joined with the one above by Backspace', 'one\n\n¦two', ['Backspace', 'x'], 'onextwo'],
    ['is not joined with a heading at once', '# one\n\n¦two', ['Backspace'], '# one\ntwo'],
    ['gets a line of its own by Shift+Enter', '¦', ['one', 'Shift+Enter', 'two'], 'one\\\ntwo'],
    ['breaks its line by Shift+Enter in an item', '- one¦', ['Shift+Enter', 'two'], '- one\\\n  two'],
    ['written over several lines stays one', 'one¦\ntwo', ['Enter', 'x'], 'one\nx\ntwo'],
    ['in a quote is followed by another one', '> one¦', ['Enter', 'two'], '> one\n>\n> two'],
    ['after the mark of a callout follows at once', '> [!TIP]¦', ['Enter', 'x'], '> [!TIP]\n> x'],
    ['with bars becomes a table', '¦', ['| a | b |', 'Enter', '| - | - |'], '| a | b |\n| - | - |'],
    ['becomes a task', '¦', ['[] one', 'Enter', 'two'], '- [ ] one\n- [ ] two'],
    ['is redone with the cursor behind it', '¦a¦', ['bcd', 'Control+z', 'Control+y', 'x'], 'bcdx'],
    ['in a list becomes a task', '- a¦', ['Enter', '[] one', 'Enter', 'two'], '- a\n- [ ] one\n- [ ] two'],
    ['is redone with Caps Lock too', '¦a¦', ['bcd', 'Control+z', 'Control+Shift+z', 'x'], 'bcdx'],
    ['becomes a task by Chinese brackets', '¦', ['【', '】', ' ', '写作'], '- [ ] 写作'],
    ['becomes a quote by a Chinese bracket', '¦', ['》', ' ', '引文'], '> 引文'],
    ['becomes code by Chinese dots', '¦', ['·', '·', '·', 'Enter', 'x'], '```\nx\n```'],
    ['becomes a ticked task', '¦', ['[x] one'], '- [x] one'],
  ],
  'a link': [
    ['is in both halves after Enter', 'to [a ¦b](/c) x', ['Enter', 'y'], 'to [a](/c) \n\n[yb](/c) x'],
    ['to a host gets a scheme', '¦us¦', ['Control+k', 'e.com/a', 'Enter', 'x'], '[us](https://e.com/a)x'],
    [
      'gets it wherever the cursor goes',
      '¦us¦',
      ['Control+k', 'www.x.org', 'Control+End', 'x'],
      '[us](https://www.x.org)x',
    ],
    ['to a file keeps its address', '¦us¦', ['Control+k', 'notes.md', 'Enter', 'x'], '[us](notes.md)x'],
  ],
  'the address of a link': [
    ['is dropped by Escape while it is empty', 'see ¦us¦ now', ['Control+k', 'Escape', 'Escape', 'x'], 'see usx now'],
    ['is chosen by Control+k in the words', 'see [u¦s](/a) now', ['Control+k', '/b'], 'see [us](/b) now'],
    ['does not stand around two paragraphs', '¦one\n\ntwo¦', ['Control+k'], 'one\n\ntwo'],
    [
      'is left by Enter',
      'see ¦us¦ now',
      ['Control+k', 'https://a.example', 'Enter', 'x'],
      'see [us](https://a.example)x now',
    ],
    ['of a picture too, from its middle', '![a](/b¦c)', ['Enter', 'x'], '![a](/bc)x'],
    ['outside of a link takes a line break', 'f](a¦)', ['Enter', 'x'], 'f](a\n\nx)'],
  ],
  'an empty line': [
    ['between paragraphs takes one of its own', 'one\n¦\ntwo', ['mid'], 'one\n\nmid\n\ntwo'],
    ['below a list ends it', '- one\n¦\ntwo', ['mid'], '- one\n\nmid\n\ntwo'],
    ['below a list goes on with it', '- one\n¦', ['- two'], '- one\n- two'],
    ['below a quote ends it', '> one\n¦', ['two'], '> one\n\ntwo'],
    ['above a rule keeps it', '¦\n---', ['one'], 'one\n\n---'],
    ['above a definition keeps it', '[a]\n¦\n[a]: /b', ['c'], '[a]\n\nc\n\n[a]: /b'],
    ['below a paragraph takes a rule', 'one\n¦', ['---'], 'one\n\n---'],
    ['below a row takes the next', '¦', ['a | b', 'Enter', '-|-', 'Enter', 'c | d'], 'a | b\n-|-\nc | d'],
  ],
  code: [
    [
      'is closed where a selection over its end is deleted',
      '```\na¦b\n```\n\nc¦d',
      ['Delete', 'x'],
      '```\nax\n```\n\nd',
    ],
    ['begins where one over its start is replaced', 'a¦b\n\n```js\nc¦d\n```', ['x'], 'ax\n\n```js\nd\n```'],
    ['in a list joins its lines by Backspace', '- ```\n  a\n  ¦b\n  ```', ['Backspace', 'x'], '- ```\n  axb\n  ```'],
    ['and by Delete', '- ```\n  a¦\n  b\n  ```', ['Delete', 'x'], '- ```\n  axb\n  ```'],
    ['and keeps its first line', '- ```\n  ¦a\n  ```', ['Backspace', 'x'], '- ```\n  xa\n  ```'],
  ],
  'text beside a list': [
    ['leaves it by Backspace at the start of an item', '- a\n- ¦b\n- c', ['Backspace', 'x'], '- a\n\nxb\n\n- c'],
    ['leaves a nested item level by level', '- a\n  - ¦b', ['Backspace', 'Backspace', 'x'], '- a\n\nxb'],
    ['then goes back into it', '- a\n- ¦b', ['Backspace', 'Backspace', 'x'], '- axb'],
    ['is written below it after an empty item', '1. a\n2. ¦\n3. c', ['Backspace', 'x'], '1. a\n\nx\n\n2. c'],
    ['takes the next item by Delete', '1. a¦\n2. b\n3. c', ['Delete', 'x'], '1. axb\n2. c'],
    ['takes the first item by Delete', 'a¦\n\n- [ ] b', ['Delete'], 'ab'],
    ['goes into the last item by Delete', '- a¦\n\nb', ['Delete'], '- ab'],
    ['comes back by one undo', '- a\n- ¦b\n- c', ['Backspace', 'Control+z'], '- a\n- b\n- c'],
  ],
  'a rule': [
    ['is removed by Backspace below it', 'a\n\n---\n\n¦b', ['Backspace', 'x'], 'a\n\nxb'],
    ['is removed by Delete above it', 'a¦\n\n---\n\nb', ['Delete', 'x'], 'ax\n\nb'],
    ['stays above what is typed at its end', 'a\n\n---¦\n\nb', ['one'], 'a\n\n---\n\none\n\nb'],
    ['stays below what is typed at its start', 'a\n\n¦---\n\nb', ['one'], 'a\n\none\n\n---\n\nb'],
    ['of stars begins a style', '¦', ['***', 'one', '***'], '***one***'],
  ],
  'a style without a selection': [
    ['is on until it is pressed again', '¦', ['a ', 'Control+b', 'b', 'Control+b', ' c'], 'a **b** c'],
    ['is entered again at its end', 'a **b**¦', ['Control+b', 'c'], 'a **bc**'],
    ['that nothing was written in goes away', 'a ¦', ['Control+b', 'Control+b', 'b'], 'a b'],
    ['goes away with the cursor', 'a\n\n¦\n\nb', ['Control+Shift+x', 'Control+Home', 'x'], 'xa\n\n\n\nb'],
    ['goes away at the end, too', 'a\n\n¦', ['Control+b', 'Control+i', 'ArrowUp', 'ArrowDown', 'x'], 'a\n\nx'],
    ['is on inside of another one', 'a ¦', ['Control+b', 'Control+i', 'b', 'Control+i', 'c'], 'a ***b*c**'],
    ['is left after a blank', 'We ¦', ['Control+b', 'really ', 'Control+b', 'mean it'], 'We **really** mean it'],
    ['stays on when its last letter goes', 'a **b¦**', ['Backspace', 'c'], 'a **c**'],
    ['goes when nothing is left of it', 'a **b¦** c', ['Backspace', 'Backspace', 'x'], 'a x c'],
    ['is left by one arrow key', '**bold¦** x', ['ArrowRight', 'y'], '**bold**y x'],
    ['is entered by one arrow key', 'x ~~bold~~¦', ['ArrowLeft', 'y'], 'x ~~boldy~~'],
    ['is taken from the word around the cursor', 'a **wo¦rd**', ['Control+b'], 'a word'],
  ],
  'a style with a text': [
    ['is closed before Enter at its end', '¦', ['Control+b', 'one', 'Enter', 'two'], '**one**\n\ntwo'],
    ['is in both halves after Enter', 'A **bold¦ sentence**', ['Enter', 'x'], 'A **bold**\n\nx **sentence**'],
    ['is in both items after Enter', '- ~~one ¦two~~', ['Enter', 'x'], '- ~~one~~\n- ~~xtwo~~'],
    ['is put together again by one undo', '**one¦two**', ['Enter', 'Control+z'], '**onetwo**'],
    ['keeps its marks when its end is deleted', '**bold¦ words** an¦d', ['Delete', 'x'], '**boldx**d'],
    ['leaves punctuation outside in Chinese', '正文¦“重要”。¦内容', ['Control+b'], '正文“**重要**”。内容'],
  ],
  'a style on several paragraphs': [
    ['stands in each of them', '¦one\n\ntwo¦', ['Control+b'], '**one**\n\n**two**'],
    ['is taken back by the second press', '¦one\n\ntwo¦', ['Control+i', 'Control+i'], 'one\n\ntwo'],
    ['is taken back by one undo', '¦one\n\ntwo¦', ['Control+Shift+x', 'Control+z'], 'one\n\ntwo'],
    ['is written with its mark', '¦one\n\n- two\n- three¦', ['*'], '*one*\n\n- *two*\n- *three*'],
    ['and with two of them', 'o¦ne\n\n> tw¦o', ['**'], 'o**ne**\n\n> **tw**o'],
    ['leaves code alone', '¦one\n\n```\ntwo\n```\n\nthree¦', ['_'], '_one_\n\n```\ntwo\n```\n\n_three_'],
  ],
  'a list': [
    ['takes code that is closed by Enter', '- a\n- ¦', ['```', 'Enter', 'x'], '- a\n- ```\n  x\n  ```'],
    ['takes a formula in a numbered item', '1. ¦', ['$$', 'Enter', 'x'], '1. $$\n   x\n   $$'],
    ['gets an item above by Enter at the start of one', '- a\n- ¦b', ['Enter', 'ArrowUp', 'new'], '- a\n- new\n- b'],
    ['gets a numbered item above, and counts on', '1. a\n2. ¦b', ['Enter', 'ArrowUp', 'new'], '1. a\n2. new\n3. b'],
    [
      'gets a task above in the same way',
      '- [x] a\n- [ ] ¦b',
      ['Enter', 'ArrowUp', 'new'],
      '- [x] a\n- [ ] new\n- [ ] b',
    ],
    ['Home goes to the start of the text, then of the line', '- one¦', ['Home', 'x', 'Home', 'Home', '#'], '#- xone'],
    ['a letter at the start of its line is in its text', '- one¦', ['Home', 'Home', 'x'], '- xone'],
    ['Shift+Home selects the text alone', '- [ ] one¦', ['Shift+Home', 'two'], '- [ ] two'],
    [
      'Tab takes the children along',
      '- a\n- ¦b\n  - c\n\n    more\n- d',
      ['Tab'],
      '- a\n  - b\n    - c\n\n      more\n- d',
    ],
    [
      'Tab aligns with the text of a numbered item, and numbers anew',
      '1. a\n2. ¦b\n3. c',
      ['Tab'],
      '1. a\n   1. b\n2. c',
    ],
    ['Tab leaves the first item where it is', '- ¦a\n- b', ['Tab', 'x'], '- xa\n- b'],
    ['Tab moves all items that are selected', '- a\n- ¦b\n- c¦\n- d', ['Tab'], '- a\n  - b\n  - c\n- d'],
    ['Shift+Tab brings an item out with its children', '- a\n  - ¦b\n    - c', ['Shift+Tab'], '- a\n- b\n  - c'],
    ['Tab takes code along', '- a\n- ¦b\n\n  ```\n  c\n  ```', ['Tab'], '- a\n  - b\n\n    ```\n    c\n    ```'],
    ['Shift+Tab too', '- a\n  - ¦b\n    ```\n    c\n    ```', ['Shift+Tab'], '- a\n- b\n  ```\n  c\n  ```'],
    ['Tab works inside of a quote', '> - a\n> - ¦b', ['Tab'], '> - a\n>   - b'],
    ['Alt+ArrowUp moves an item with its children', '- a\n- ¦b\n  - c', ['Alt+ArrowUp', 'x'], '- xb\n  - c\n- a'],
    ['Alt+ArrowDown keeps the numbers in order', '1. ¦a\n2. b', ['Alt+ArrowDown'], '1. b\n2. a'],
  ],
  'a block': [
    ['is moved down past the next one', 'o¦ne\n\n# two\n\nthree', ['Alt+ArrowDown', 'x'], '# two\n\noxne\n\nthree'],
    ['is moved with all its lines', '```\nco¦de\n```\n\n- a\n- b', ['Alt+ArrowDown'], '- a\n- b\n\n```\ncode\n```'],
    ['gets the blank line it needs', '# one\nt¦wo\n\nthree', ['Alt+ArrowUp'], 'two\n\n# one\n\nthree'],
    [
      'moves past a table, not into it',
      'o¦ne\n\n| a |\n| - |\n| b |\n\nend',
      ['Alt+ArrowDown'],
      '| a |\n| - |\n| b |\n\none\n\nend',
    ],
    ['moves with others that are selected', 'a¦\n\nb¦\n\nc', ['Alt+ArrowDown'], 'c\n\na\n\nb'],
    ['comes back by one step of undo', 'o¦ne\n\ntwo', ['Alt+ArrowDown', 'Control+z'], 'one\n\ntwo'],
  ],
  'a fence': [
    ['in an item keeps its closing mark', '- ```\n  x\n  ¦```', ['y'], '- ```\n  x\n  y\n  ```'],
    ['is removed with its pair by Backspace in its opening mark', '```¦js\na\n```\n\nb', ['Backspace'], 'js\na\n\nb'],
    ['is not broken by Backspace in its closing mark', '```\na\n```¦\n\nb', ['Backspace', 'x'], '```\nax\n```\n\nb'],
    ['is not broken by Delete before its closing mark', '$$\na\n¦$$\n\nb', ['Delete', 'x'], '$$\na\n$$\n\nx\n\nb'],
  ],
  'a fence that is closed by hand': [
    ['has one closing mark', '¦', ['```js', 'Enter', 'a;', 'Enter', '```', 'Enter', 'b'], '```js\na;\n```\nb'],
    ['of a formula, too', '¦', ['$$', 'Enter', 'a', 'Enter', '$$', 'Enter', 'b'], '$$\na\n$$\nb'],
    ['in an item, too', '- ¦', ['```', 'Enter', 'a', 'Enter', '```'], '- ```\n  a\n  ```'],
    ['in a quote, too', '> ¦', ['~~~', 'Enter', 'a', 'Enter', '~~~'], '> ~~~\n> a\n> ~~~'],
    ['keeps shorter marks within it', '````\na\n¦\n````', ['```'], '````\na\n```\n````'],
    ['keeps marks that are not its last line', '```\na\n¦\nb\n```', ['``'], '```\na\n``\nb\n```'],
  ],
  'brackets and quotes': [
    ['close while typing, and the closing one is passed over', '¦', ['(a [b] "c") d'], '(a [b] "c") d'],
    ['close around what is typed', '¦', ['see (here'], 'see (here)'],
    ['do not close before a letter', '¦word', ['('], '(word'],
    ['do not close in the middle of a word', 'don¦t', ['"'], 'don"t'],
    ['leave apostrophes alone', '¦', ["it's 'n' done"], "it's 'n' done"],
    ['go together by Backspace', '¦', ['x (', 'Backspace', 'y'], 'x y'],
    ['wrap what is selected', 'a ¦word¦ b', ['('], 'a (word) b'],
    ['and stars wrap what is selected', 'a ¦word¦ b', ['**'], 'a **word** b'],
    ['leave a fence as it is typed', '¦', ['```js', 'Enter', 'x'], '```js\nx\n```'],
    ['close in Chinese', '¦', ['他说「好'], '他说「好」'],
  ],
};

describe.each(Object.entries(CASES))('%s', (_name, cases) => {
  it('behaves as in the best editors', async () => {
    const writer = await openWriter(stage, '');
    for (const [does, before, keys, after] of cases) {
      await setText(writer.page, before);
      await perform(writer.page, keys);
      await expect.poll(() => textOf(writer), { message: does }).toBe(after);
    }
    await closeWriter(writer);
  });
});
