import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { insertItemBelow } from '#app/features/editor/browser/writing/insert-item.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Presses Enter at `¦`; null if the command leaves it to others. */
function entered(marked: string): string | null {
  const at = marked.indexOf('¦');
  const doc = marked.replace('¦', '');
  const editor = {
    state: EditorState.create({ doc, selection: { anchor: at }, extensions: [markdownSupport()] }),
    dispatch(spec: TransactionSpec) {
      editor.state = editor.state.update(spec).state;
    },
  };
  editor.state = parsed(editor.state);
  if (!insertItemBelow(editor as unknown as EditorView)) return null;
  const { head } = editor.state.selection.main;
  return `${editor.state.sliceDoc(0, head)}¦${editor.state.sliceDoc(head)}`;
}

it.each([
  ['- a\\\n  b¦', '- a\\\n  b\n- ¦'],
  ['- [x] a\\\n  b¦\n- [ ] c', '- [x] a\\\n  b\n- [ ] ¦\n- [ ] c'],
  ['- [ ] a\\\n  b\nlazy¦', '- [ ] a\\\n  b\nlazy\n- [ ] ¦'],
  ['- a\nla¦zy words', '- a\nla\n- ¦zy words'],
  ['- a\\\n  b ¦c\n  d', '- a\\\n  b\n- ¦c\n  d'],
  ['- a\\\n  ¦b', '- a\n- ¦b'],
  ['- a\\\n  ¦', '- a\n- ¦'],
  ['3. a\\\n   b¦\n4. c\n5. d', '3. a\\\n   b\n4. ¦\n5. c\n6. d'],
  ['- a\n  * b\\\n    c¦\n- d', '- a\n  * b\\\n    c\n  * ¦\n- d'],
  ['- a\\\n  b¦\n  - c', '- a\\\n  b\n- ¦\n  - c'],
  ['- a\n    - b\\\n      c¦', '- a\n    - b\\\n      c\n    - ¦'],
  ['- - a\\\n    b¦', '- - a\\\n    b\n  - ¦'],
  ['> - a\\\n>   b¦\n> - c', '> - a\\\n>   b\n> - ¦\n> - c'],
  ['- a\\\n  b¦\n\n- c', '- a\\\n  b\n\n- ¦\n\n- c'],
  ['- a\\\n  ¦\n- b', '- a\n- ¦\n- b'],
  ['- [ ] a\\\n  ¦\n- [ ] b', '- [ ] a\n- [ ] ¦\n- [ ] b'],
  ['- a\\\n  ¦\n\n- b', '- a\n\n- ¦\n\n- b'],
  ['- a\n\n  b¦', '- a\n\n  b\n- ¦'],
  ['- a\n\n  b ¦c\n- d', '- a\n\n  b\n- ¦c\n- d'],
  ['- a\n\n  ¦b', '- a\n\n- ¦b'],
  ['- a\n\n  b\\\n  c¦', '- a\n\n  b\\\n  c\n- ¦'],
  ['> - a\n>\n>   b¦', '> - a\n>\n>   b\n> - ¦'],
  ['- [x] a\n\n  b¦\n\n- [ ] c', '- [x] a\n\n  b\n\n- [ ] ¦\n\n- [ ] c'],
  ['9. a\n\n   b ¦c\n\n   d\n10. e', '9. a\n\n   b\n10. ¦c\n\n    d\n11. e'],
])('Enter in %j makes the next item', (before, after) => {
  expect(entered(before)).toBe(after);
});

it.each(['- a¦', 'a\\\nb¦', '- > a\n  > b¦', '- ```\n  a¦\n  ```', '- a\n- ¦', '> a\\\n> b¦', '- a\n\n¦'])(
  'Enter in %j is left to other commands',
  (before) => {
    expect(entered(before)).toBeNull();
  },
);
