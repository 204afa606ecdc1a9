import { indentLess, indentMore } from '@codemirror/commands';
import { EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { blockStructure } from '#app/features/editor/browser/structure/block-structure.ts';
import { toggleField } from '#app/features/editor/browser/structure/toggles.ts';
import { indentItems } from '#app/features/editor/browser/writing/indent-items.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Selects from a position to the end, and presses a key. */
function pressed(doc: string, command: StateCommand | typeof indentItems, from = 0): string {
  const extensions = [markdownSupport(), toggleField, blockStructure];
  const editor = {
    state: parsed(EditorState.create({ doc, selection: { anchor: from, head: doc.length }, extensions })),
    dispatch(spec: TransactionSpec) {
      editor.state = editor.state.update(spec).state;
    },
  };
  command(editor as unknown as EditorView);
  return editor.state.doc.toString();
}

it.each([
  '```\nx\n```\n\n```\ny\n```',
  '> ```\n> x\n> ```\n>\n> ```\n> y\n> ```',
  '$$\nx\n$$\n\n| a |\n|---|\n| b |',
  '<details><summary>Why</summary>\n\nx\n\n</details>',
])('Tab over the blocks %j indents their lines, and Shift+Tab takes that back', (doc) => {
  const indented = doc.replace(/^/gm, '  ');
  expect(pressed(doc, indentMore)).toBe(indented);
  expect(pressed(indented, indentLess)).toBe(doc);
});

it('Tab over items indents their blocks, and numbers go on', () => {
  const code = '  ```\n  x\n  ```\n';
  expect(pressed(`- a\n- b\n${code}- c\n${code}`, indentItems, 4)).toBe(
    `- a\n  - b\n${code.replace(/^(?=.)/gm, '  ')}  - c\n${code.replace(/^(?=.)/gm, '  ')}`,
  );
  expect(pressed('1. a\n2. b\n   > ```\n   > x\n   > ```\n3. c', indentItems, 5)).toBe(
    '1. a\n   1. b\n      > ```\n      > x\n      > ```\n   2. c',
  );
});
