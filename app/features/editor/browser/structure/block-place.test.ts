import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { blockPlace } from '#app/features/editor/browser/structure/block-place.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Inserts BLOCK where the cursor `^` stands. */
function inserted(marked: string, block = 'BLOCK'): string {
  const at = marked.indexOf('^');
  const doc = marked.replace('^', '');
  const state = parsed(EditorState.create({ doc, selection: { anchor: at }, extensions: [markdownSupport()] }));
  const { from, to, before, after, prefix } = blockPlace(state, block);
  return `${doc.slice(0, from)}${before}${block.replaceAll('\n', `\n${prefix}`)}${after}${doc.slice(to)}`;
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

test.each([
  ['1. a^\n2. b\n3. c', '```\nx\n```', '1. a\n   ```\n   x\n   ```\n2. b\n3. c'],
  ['-\ta^\n-\tb', '```\nx\n```', '-\ta\n    ```\n    x\n    ```\n-\tb'],
  ['- ^\n- b', '$$\nx\n$$', '- $$\n  x\n  $$\n- b'],
  ['- [ ] a^\n- [ ] b', '```\nx\n```', '- [ ] a\n  ```\n  x\n  ```\n- [ ] b'],
  ['- a\\\n  ^\n- b', '```\nx\n```', '- a\n  ```\n  x\n  ```\n- b'],
  ['- a\n  - b^\n- c', '> x\n> y', '- a\n  - b\n    > x\n    > y\n- c'],
  ['10. a\n    > b^', '```\nx\n```', '10. a\n    > b\n    > ```\n    > x\n    > ```'],
  ['- a^\n  b', '> x', '- a\n  > x\n\n  b'],
  ['- ```\n  a^\n  ```\n- b', '```\nx\n```', '- ```\n  a\n  ```\n  ```\n  x\n  ```\n- b'],
  ['> - a^\n> - b', '```\nx\n```', '> - a\n>   ```\n>   x\n>   ```\n> - b'],
  ['1. a^\n2. b\n\nEnd', '| x |', '1. a\n2. b\n\n| x |\n\nEnd'],
  ['- a\n  - b^\n  - c\n- d', '<details>', '- a\n  - b\n  - c\n- d\n\n<details>'],
  ['1. a\n2. ^', '| x |', '1. a\n\n| x |'],
  ['- ^', '| x |', '| x |'],
  ['> - a^\n> - b', '| x |', '> - a\n> - b\n\n| x |'],
])('in %j, %j leaves the list whole', (marked, block, expected) => {
  expect(inserted(marked, block)).toBe(expected);
});
