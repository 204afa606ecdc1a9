import { type Tree, TreeFragment } from '@lezer/common';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { inserted, texts } from '#tests/support/generated-blocks.ts';
import { repeats } from '#tests/support/length.ts';

const { parser } = markdownSupport().language;

/** Lists the nodes of a tree, but for the inner ones of code in other languages. */
function nodesOf(tree: Tree): string[] {
  const nodes: string[] = [];
  tree.iterate({ enter: ({ name, from, to }) => void nodes.push(`${name} ${from} ${to}`) });
  return nodes;
}

/** Parses a text up to a position, as the editor does when its time is over. */
function parsedTo(text: string, stop: number, fragments: readonly TreeFragment[]): Tree {
  const parse = parser.startParse(text, fragments);
  parse.stopAt(stop);
  for (;;) {
    const tree = parse.advance();
    if (tree) return tree;
  }
}

const places = fc.array(fc.nat(), { minLength: 1, maxLength: 3 });

it('a parse that stops at any place goes on as if it had not stopped', () => {
  fc.assert(
    fc.property(texts, places, (text, stops) => {
      let fragments: readonly TreeFragment[] = [];
      for (const stop of stops.map((place) => place % text.length).sort((a, b) => a - b))
        fragments = TreeFragment.addTree(parsedTo(text, stop, fragments), fragments, true);
      expect(nodesOf(parser.parse(text, fragments))).toEqual(nodesOf(parser.parse(text)));
    }),
    { numRuns: repeats(1000, 20_000) },
  );
});

/** Lezer ends an item whose mark stands alone on its line by other rules in a new parse. */
const LONE_MARK = /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]*$/m;

it('an edited text has the same blocks as a new one', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat({ max: 20 }), inserted, (text, place, length, insert) => {
      const from = place % text.length;
      const to = Math.min(text.length, from + length);
      const changes = [{ fromA: from, toA: to, fromB: from, toB: from + insert.length }];
      const fragments = TreeFragment.applyChanges(TreeFragment.addTree(parser.parse(text)), changes);
      const edited = text.slice(0, from) + insert + text.slice(to);
      fc.pre(!LONE_MARK.test(edited));
      expect(nodesOf(parser.parse(edited, fragments)), `${text}\nbecame\n${edited}`).toEqual(
        nodesOf(parser.parse(edited)),
      );
    }),
    { numRuns: repeats(1000, 20_000) },
  );
});
