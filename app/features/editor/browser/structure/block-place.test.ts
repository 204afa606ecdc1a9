import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { blockPlace } from '#app/features/editor/browser/structure/block-place.ts';

/** Inserts BLOCK where the cursor `^` stands. */
function inserted(marked: string): string {
  const at = marked.indexOf('^');
  const doc = marked.replace('^', '');
  const state = EditorState.create({ doc, selection: { anchor: at }, extensions: [markdownSupport()] });
  const { from, to, before, after } = blockPlace(state);
  return `${doc.slice(0, from)}${before}BLOCK${after}${doc.slice(to)}`;
}

test.each([
  ['', '^', 'BLOCK'],
  ['an empty line', 'Top\n\n^\n\nEnd', 'Top\n\nBLOCK\n\nEnd'],
  ['an empty line below text', 'Top\n^', 'Top\n\nBLOCK'],
  ['a written line', 'To^p\nEnd', 'Top\n\nBLOCK\n\nEnd'],
  ['the start of an unclosed formula', 'Top\n\n^$$\nz', 'Top\n\nBLOCK\n\n$$\nz'],
  ['the start of an unclosed fence below text', 'Top\n^```js\nz', 'Top\n\nBLOCK\n\n```js\nz'],
  ['the start of closed code', '^```\nz\n```', 'BLOCK\n\n```\nz\n```'],
  ['within closed code', '```\na^b\n\nc\n```\nEnd', '```\nab\n\nc\n```\n\nBLOCK\n\nEnd'],
  ['an empty line of a formula', '$$\n^\n$$', '$$\n\n$$\n\nBLOCK'],
  ['HTML', '<div>\na^\n</div>\n\nEnd', '<div>\na\n</div>\n\nBLOCK\n\nEnd'],
])('a block inserted at %s stands on its own', (_place, marked, expected) => {
  expect(inserted(marked)).toBe(expected);
});
