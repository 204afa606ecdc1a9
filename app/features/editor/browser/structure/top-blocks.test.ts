import type { Tree } from '@lezer/common';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { topBlocks } from '#app/features/editor/browser/structure/top-blocks.ts';

const { parser } = markdownSupport().language;
const NAMES = new Set(['Table', 'HTMLBlock', 'BlockMaths']);

function byCursor(tree: Tree) {
  const found = [];
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling)
    if (NAMES.has(node.name)) found.push({ name: node.name, from: node.from, to: node.to });
  return found;
}

it.each([1, 40, 3000])('finds the same blocks as a walk over the nodes, among %i others', (count) => {
  const part = (at: number) =>
    at % 10 === 0
      ? '| a | b |\n| - | - |\n| c | d |\n\n$$\nx\n$$\n\n<details>\n\n- item\n\n</details>\n\n'
      : `Paragraph ${at}.\n\n`;
  const tree = parser.parse(Array.from({ length: count }, (_, at) => part(at)).join(''));
  expect(topBlocks(tree)).toEqual(byCursor(tree));
  expect(topBlocks(tree).length).toBe(Math.ceil(count / 10) * 4);
});
