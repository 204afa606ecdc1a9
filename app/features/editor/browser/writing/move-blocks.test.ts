import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { moveBlockDown, moveBlockUp } from '#app/features/editor/browser/writing/move-blocks.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { levelsOf, list, quoted, quotes, written } from '#tests/support/generated-lists.ts';
import { repeats } from '#tests/support/length.ts';
import { ran } from '#tests/support/run-command.ts';

const KEYS = [
  ['Alt+Up', moveBlockUp, moveBlockDown],
  ['Alt+Down', moveBlockDown, moveBlockUp],
] as const;

it.each(KEYS)('%s moves an item of a list and leaves every item at its level', (_key, command, back) => {
  fc.assert(
    fc.property(list, fc.nat(), quotes, (tree, place, quote) => {
      const doc = quoted(written(tree, ''), quote);
      const words = [...doc.matchAll(/w\d+/g)];
      const { index: at, 0: word } = words[place % words.length]!;
      const after = ran(command, doc, at, blockStructure);
      const told = `${word} in\n${doc}\nbecame\n${after}`;
      expect(levelsOf(after), told).toEqual(levelsOf(doc));
      fc.pre(after !== doc);
      expect(ran(back, after, after.search(new RegExp(`${word}\\b`)), blockStructure), told).toBe(doc);
    }),
    { numRuns: repeats(200, 10_000) },
  );
});

const BLOCKS = [
  'Some *words* of a\nparagraph.',
  '# Heading',
  'Another\n---',
  '```js\nlet a;\n\n\nlet b;\n```',
  '$$\nx\n\ny\n$$',
  '| a | b |\n|---|---|\n| c | d |',
  '<div>\nhtml\n</div>',
  '***',
  '> quote\n>\n> - item\n>\n>   more',
  '1. first\n\n   more',
  '[^1]: foot\n\n    more\n\n    - item',
  '[^2]: A longer note[^1]\n    goes on',
];
const shownIn = (text: string) => renderMarkdown(text).html.split('\n').sort();

it.each(KEYS)('%s moves a block and leaves every block as it is', (_key, command, back) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...BLOCKS), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      (blocks, place) => {
        const doc = blocks.join('\n\n');
        const chosen = blocks[place % blocks.length]!;
        const at = doc.indexOf(chosen) + chosen.indexOf('\n') + 1;
        const after = ran(command, doc, at, blockStructure);
        const told = `${chosen} in\n${doc}\nbecame\n${after}`;
        expect(shownIn(after), told).toEqual(shownIn(doc));
        fc.pre(after !== doc);
        expect(ran(back, after, after.indexOf(chosen) + chosen.indexOf('\n') + 1, blockStructure), told).toBe(doc);
      },
    ),
    { numRuns: repeats(200, 10_000) },
  );
});
