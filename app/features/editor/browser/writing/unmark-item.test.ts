import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { indentItems, outdentItems } from '#app/features/editor/browser/writing/indent-items.ts';
import { insertItemAbove } from '#app/features/editor/browser/writing/insert-item.ts';
import { unmarkItem } from '#app/features/editor/browser/writing/unmark-item.ts';
import { unmarkQuote } from '#app/features/editor/browser/writing/unmark-quote.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { listWithHtml, quoted, quotes, written } from '#tests/support/generated-lists.ts';
import { repeats } from '#tests/support/length.ts';
import { ran } from '#tests/support/run-command.ts';

it('makes an item with code in a quote a paragraph with code', () => {
  const doc = '> 1. a\n> 2. b\n>    ```\n>      > c\n>    ```\n>    ## d';
  expect(ran(unmarkItem, doc, doc.indexOf('b'), blockStructure)).toBe('> 1. a\n>\n> b\n> ```\n>   > c\n> ```\n> ## d');
});

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
