import { EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { toggleField } from '#app/features/editor/browser/structure/toggles.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Replaces a selection by hand. */
function replaced(doc: string, from: number, to: number, insert: string): string {
  const extensions = [markdownSupport(), drawnBlocks, toggleField, blockStructure];
  const state = parsed(EditorState.create({ doc, selection: { anchor: from, head: to }, extensions }));
  const userEvent = insert ? 'input.type' : 'delete.selection';
  return state.update({ ...state.replaceSelection(insert), userEvent }).state.doc.toString();
}

it.each([
  ['a\n\n```js\nco¦de\n```\n\npa¦ra', 'x', 'a\n\n```js\ncox\n```\n\nra'],
  ['pa¦ra\n\n```js\nco¦de\nmore\n```', '', 'pa\n\n```js\nde\nmore\n```'],
  ['```\nco¦de\n```\n\npara¦\n\nend', '', '```\nco\n```\n\nend'],
  ['$$\nx+¦y\n$$\n\npa¦ra', '', '$$\nx+\n$$\n\nra'],
  ['```\na¦\n```¦\n\nend', '', '```\na\n```\n\nend'],
  ['> ```\n> co¦de\n> ```\n>\n> pa¦ra', '', '> ```\n> co\n> ```\n>\n> ra'],
  [
    '<details><summary>s</summary>\n\nbo¦dy\n\n</details>\n\npa¦ra',
    '',
    '<details><summary>s</summary>\n\nbo\n\n</details>\n\nra',
  ],
  ['a¦\n\n```\nb\n```\n¦\nend', '', 'a\nend'],
])('keeps the pairs of %j', (marked, insert, after) => {
  const [before = '', selected = '', rest = ''] = marked.split('¦');
  expect(replaced(before + selected + rest, before.length, before.length + selected.length, insert)).toBe(after);
});

const plain = fc.constantFrom(
  'words here',
  '# Heading',
  '```js\nlet a;\n\nlet b;\n```',
  '~~~~\n```\n~~~~',
  '$$\nx + y\n$$',
);
const nested = fc.constantFrom(
  '> ```\n> quoted\n> ```',
  '- item\n\n  ```\n  inside\n  ```',
  '<details><summary>sum</summary>\n\nbody\n\n</details>',
);
/** Blocks with at most one that has other blocks in it. */
const texts = fc
  .tuple(fc.array(plain, { maxLength: 2 }), fc.array(nested, { maxLength: 1 }), fc.array(plain, { maxLength: 2 }))
  .map((parts) => parts.flat().join('\n\n'))
  .filter(Boolean);

it('never takes the text before and after it into another block', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), fc.constantFrom('', 'x'), (middle, one, other, insert) => {
      const doc = `Start.\n\n${middle}\n\nEnd.`;
      const [from, to] = [one, other].map((at) => 8 + (at % (middle.length + 1))).sort((a, b) => a - b) as [
        number,
        number,
      ];
      fc.pre(from < to);
      const after = replaced(doc, from, to, insert);
      const { html } = renderMarkdown(after);
      const text = html.replaceAll('\n', '');
      expect(text, after).toMatch(/^<p[^>]*>Start\.<\/p>/);
      expect(text, after).toMatch(/<p[^>]*>End\.<\/p>$/);
    }),
    { numRuns: repeats(300, 10_000) },
  );
});
