import { EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { pastedChange } from '#app/features/editor/browser/paste/insert-pasted.ts';
import { blocksOf } from '#app/features/editor/browser/paste/pasted-items.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { repeats } from '#tests/support/length.ts';
import { parsed } from '#tests/support/parsed-state.ts';

const stateOf = (doc: string) => parsed(EditorState.create({ doc, extensions: [markdownSupport()] }));

/** Pastes at `¦`; the cursor after it is marked too. */
function pasted(marked: string, text: string): string {
  const at = marked.indexOf('¦');
  const state = stateOf(marked.replace('¦', ''));
  const { behind, numbers = [], ...change } = pastedChange(state, { from: at, to: at }, text);
  const after = state.update({ changes: [change, ...numbers] }).state.doc.toString();
  const head = change.from + change.insert.length - behind;
  return `${after.slice(0, head)}¦${after.slice(head)}`;
}

const FENCE = '```\nx\n```';

it.each([
  ['- a\n  > b¦', FENCE, `- a\n  > b\n${FENCE.replace(/^/gm, '  > ')}¦`],
  ['10. a\n    > b¦\n\n    c', 'x\n\ny', '10. a\n    > bx\n    >\n    > y¦\n\n    c'],
  ['Top words¦\n\nNext\n\n- li\n\nEnd', FENCE, `Top words\n\n${FENCE}¦\n\nNext\n\n- li\n\nEnd`],
  ['Top ¦words here', `${FENCE}\n`, `Top \n\n${FENCE}\n\n¦words here`],
  ['¦words', `\n${FENCE}\n`, `\n${FENCE}\n\n¦words`],
  ['Top¦\nmore', FENCE, `Top\n\n${FENCE}¦\n\nmore`],
  ['a¦\n\nb', '```js\n\n  x\n  \n', 'a\n\n```js\n\n  x¦\n```\n\nb'],
  ['a¦\n\nb', '$$\nx\n$$', 'a\n\n$$\nx\n$$¦\n\nb'],
  ['a¦\n\nb', '$$\nx', 'a\n\n$$\nx¦\n$$\n\nb'],
  ['¦', '```\n  \nx\n```\n', '```\n  \nx\n```\n¦'],
  [
    '<details>\n<summary>S</summary>\n\na¦\n\n</details>',
    FENCE,
    `<details>\n<summary>S</summary>\n\na\n\n${FENCE}¦\n\n</details>`,
  ],
  ['- one¦\n- two', '```js\nx\n\ny\n```\n', '- one\n  ```js\n  x\n\n  y\n  ```¦\n- two'],
  ['- one ¦more\n- two', FENCE, '- one \n  ```\n  x\n  ```¦\n  more\n- two'],
  ['- ¦', '```js\nx\ny\n```', '- ```js\n  x\n  y\n  ```¦'],
  ['- [ ] ¦', FENCE, '- [ ] \n  ```\n  x\n  ```¦'],
  ['- [ ] do¦', '```\ndef a():\n    return 1\n```', '- [ ] do\n  ```\n  def a():\n      return 1\n  ```¦'],
  ['- one¦\n  more', '| a |\n|---|', '- one\n\n  | a |\n  |---|¦\n\n  more'],
  ['¦- one', FENCE, `${FENCE}\n\n¦- one`],
  ['> one¦\n> two', FENCE, '> one\n> ```\n> x\n> ```¦\n> two'],
  ['¦Words here', '- a\n- b\n', '- a\n- b\n\n¦Words here'],
  ['¦\nWords here', '- a\n- b\n', '- a\n- b¦\n\nWords here'],
  ['a¦', '- a\n- b\n', 'a\n\n- a\n- b\n¦'],
  ['a¦', '# x', 'a\n\n# x¦'],
  ['a ¦b', '# x', 'a \n\n# x\n\n¦b'],
  ['- a¦\n- b', '# x', '- a\n  # x¦\n- b'],
  ['a¦\n\nb', '| x | y |', 'a\n\n| x | y |¦\n\nb'],
  ['a ¦b', '*x*', 'a *x*¦b'],
  ['- a¦', '- x', '- a- x¦'],
  ['¦', 'one\r\ntwo\r\nthree', 'one\ntwo\nthree¦'],
  ['a¦\n\nb', '```\r\nx\r\n```', 'a\n\n```\nx\n```¦\n\nb'],
  ['- ¦\n\nlater', '- x\r\n- y', '- x\n- y¦\n\nlater'],
])('%j with %j', (marked, text, after) => {
  expect(pasted(marked, text)).toBe(after);
});

/** Places with what stands around them. */
const PLACES = [
  'Top words¦',
  'Top ¦words here',
  '¦words',
  'Top¦\nmore words',
  '# Head¦',
  '- one¦\n- two',
  '- one ¦more\n  lines\n- two',
  '- a\n  - ¦\n- b',
  '1. one¦\n2. two',
  '- [ ] ¦\n- [ ] b',
  '- [x] do¦ it',
  '> quote¦\n> more',
  '> - one ¦two\n> - b',
  '<details>\n<summary>S</summary>\n\nanswer¦\n\n</details>',
  'a\n\n¦\n\nb',
];
const BLOCKS = [
  '```js\nx\n```',
  '~~~\n\n  x\n~~~',
  '```\nunfinished',
  '$$\nx\n$$',
  '$$\nx',
  '| a |\n|---|\n| b |',
  '<div>\nx\n</div>',
  '# H\n## I',
  '> q\n> r',
  '- x\n- y',
];
const LINES = ['# H', '## *H*', '| a | b |'];
const BELOW = ['Next', '- li\n- mi', '| c |\n|---|\n| d |', '```\ny\n```', '$$\nz\n$$', '# End', '<b>\n\nlast'];

const blocksIn = (doc: string) => blocksOf(stateOf(doc), doc);
/** Returns kinds and texts of the last blocks. */
const lastBlocks = (doc: string, count: number) =>
  blocksIn(doc)
    .slice(-count)
    .map(({ name, from, to }) => [name, doc.slice(from, to)]);
const codesOf = (doc: string) => renderMarkdown(doc).html.match(/<pre/g)?.length ?? 0;

it('leaves the blocks below as they are, and code is one block', () => {
  const below = fc.array(fc.constantFrom(...BELOW), { minLength: 1, maxLength: 4 });
  const pieces = [
    fc.constantFrom(...PLACES),
    fc.constantFrom(...BLOCKS, ...LINES),
    fc.constantFrom('', '\n', '\n\n'),
  ] as const;
  fc.assert(
    fc.property(...pieces, below, (place, block, end, rest) => {
      // A paragraph keeps the list of a place apart from lists below.
      const text = ['Between', ...rest].join('\n\n');
      const { length } = blocksIn(text);
      const after = pasted(`${place}\n\n${text}`, block + end).replace('¦', '');
      expect(lastBlocks(after, length), after).toEqual(lastBlocks(text, length));
      expect(codesOf(after), after).toBe(codesOf(block) + codesOf(text));
    }),
    { numRuns: repeats(300, 3000) },
  );
});
