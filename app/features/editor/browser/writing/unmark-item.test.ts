import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { indentItems, outdentItems } from '#app/features/editor/browser/writing/indent-items.ts';
import { insertItemAbove } from '#app/features/editor/browser/writing/insert-item.ts';
import { outdentBlock, unmarkItem } from '#app/features/editor/browser/writing/unmark-item.ts';
import { unmarkQuote } from '#app/features/editor/browser/writing/unmark-quote.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { levelsOf, listWithHtml, quoted, quotes, written } from '#tests/support/generated-lists.ts';
import { repeats } from '#tests/support/length.ts';
import { ran } from '#tests/support/run-command.ts';

it('makes an item with code in a quote a paragraph with code', () => {
  const doc = '> 1. a\n> 2. b\n>    ```\n>      > c\n>    ```\n>    ## d';
  expect(ran(unmarkItem, doc, doc.indexOf('b'), blockStructure)).toBe('> 1. a\n>\n> b\n> ```\n>   > c\n> ```\n> ## d');
});

const itemsOf = (text: string) => renderMarkdown(text).html.match(/<li/g)?.length;
const codeOf = (text: string) => [...renderMarkdown(text).html.matchAll(/<pre.*?<\/pre>/gs)].map(([code]) => code);

it.each([
  ['Tab', indentItems],
  ['Shift+Tab', outdentItems],
  ['Enter at the text of an item', insertItemAbove],
  ['Backspace at the text of an item', unmarkItem],
  ['Backspace at the text of a quote', unmarkQuote],
])('%s keeps code in items, and what it writes needs no repair', (_key, command) => {
  fc.assert(
    fc.property(listWithHtml, fc.nat(), quotes, (tree, place, quote) => {
      const doc = quoted(written(tree, ''), quote);
      const words = [...doc.matchAll(/w\d+/g)];
      const at = words[place % words.length]!.index;
      const after = ran(command, doc, at);
      expect(ran(command, doc, at, blockStructure)).toBe(after);
      expect(codeOf(after), `${doc}\n\nbecame\n\n${after}`).toEqual(codeOf(doc));
      expect(after.match(/w\d+/g)).toEqual(doc.match(/w\d+/g));
    }),
    { numRuns: repeats(300, 10_000) },
  );
});

it.each([
  ['1. a\n\n   ¦b\n2. c\n3. d', '1. a\n\nb\n\n2. c\n3. d'],
  ['1. a\n\n   ¦b\n1. c', '1. a\n\nb\n\n2. c'],
  ['> 1. a\n>\n>    ¦b\n> 2. c', '> 1. a\n>\n> b\n>\n> 2. c'],
  ['1. x\n   1. a\n\n      ¦b\n   2. c', '1. x\n   1. a\n\n   b\n\n   2. c'],
  ['10. a\n\n    ¦b\n    lazy\n\n    - c', '10. a\n\nb\nlazy\n\n- c'],
  ['- a\n\n  ¦```\n  code\n  ```\n- b', '- a\n\n```\ncode\n```\n\n- b'],
  ['- a\n  ¦b', '- a\n  b'],
])('Backspace at a further block of an item in %j takes it out', (marked, after) => {
  expect(ran(outdentBlock, marked.replace('¦', ''), marked.indexOf('¦'), blockStructure)).toBe(after);
});

it('Backspace at a further block of an item keeps code, and every item an item', () => {
  fc.assert(
    fc.property(listWithHtml, fc.nat(), quotes, (tree, place, quote) => {
      const doc = quoted(written(tree, ''), quote);
      const blocks = [...doc.matchAll(/(?<=\n[ >]*)(?:more words|```)/g)];
      fc.pre(blocks.length > 0);
      const at = blocks[place % blocks.length]!.index;
      const after = ran(outdentBlock, doc, at);
      const told = `${doc}\n\nbecame\n\n${after}`;
      expect(ran(outdentBlock, doc, at, blockStructure)).toBe(after);
      expect(codeOf(after), told).toEqual(codeOf(doc));
      expect(Object.keys(levelsOf(after)), told).toEqual(Object.keys(levelsOf(doc)));
      expect(Object.values(levelsOf(after)), told).not.toContain(0);
      expect(itemsOf(after), told).toBe(itemsOf(doc));
    }),
    { numRuns: repeats(300, 10_000) },
  );
});
