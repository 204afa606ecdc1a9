import { EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { toggleField } from '#app/features/editor/browser/structure/toggles.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { parsed } from '#tests/support/parsed-state.ts';

const BLOCKS = [
  'Some\nwords',
  '# Heading',
  '- item',
  '> quote',
  '<div>\nhi\n</div>',
  '<p>hi</p>',
  '<!-- note -->',
  '<details><summary>s</summary>\n\na\n\n</details>',
  '```\ncode\n```',
];
const block = fc.constantFrom(...BLOCKS);
const htmlOf = (text: string) => renderMarkdown(text).html;

it('text typed on an empty line between two blocks is a paragraph of its own', () => {
  fc.assert(
    fc.property(block, block, fc.constantFrom('x', '中', '*', '(a'), (above, below, typed) => {
      // Two lists or quotes are one.
      fc.pre(above !== below);
      const anchor = above.length + 1;
      const extensions = [markdownSupport(), toggleField, blockStructure];
      const doc = `${above}\n\n${below}`;
      const state = parsed(EditorState.create({ doc, selection: { anchor }, extensions }));
      const spec = state.replaceSelection(typed);
      const after = state.update(spec, { userEvent: 'input.type' }).state.doc.toString();
      expect(htmlOf(after), after).toBe(htmlOf(`${above}\n\n${typed}\n\n${below}`));
    }),
  );
});
