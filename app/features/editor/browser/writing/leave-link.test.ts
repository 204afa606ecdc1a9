import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { insertLink } from '#app/features/editor/browser/commands.ts';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { parsed } from '#tests/support/parsed-state.ts';

it.each([
  ['words of a link', 'a [¦foo¦](https://old.example/) b'],
  ['a part of them', 'a [f¦o¦o](https://old.example/) b'],
  ['styled words of a link', 'a [x **¦foo¦**](https://old.example/ "t") b'],
  ['a whole link', 'a ¦[foo](https://old.example/)¦ b'],
  ['the cursor in a link', 'a [fo¦¦o](https://old.example/) b'],
])('a link made of %s selects its address', (_what, marked) => {
  const state = linked(marked);
  const { from, to } = state.selection.main;
  expect(state.doc.toString()).toBe(marked.replaceAll('¦', ''));
  expect(state.sliceDoc(from, to)).toBe('https://old.example/');
});

it('a link made behind another one is a new one', () => {
  expect(linked('[foo](https://old.example/)¦').doc.toString()).toBe('[foo](https://old.example/)[]()');
});

/** Returns the state after a link is made of the marked selection. */
function linked(marked: string): EditorState {
  const [before = '', between = '', after = ''] = marked.split('¦');
  const selection = { anchor: before.length, head: before.length + between.length };
  const doc = before + between + after;
  const editor = {
    state: parsed(EditorState.create({ doc, selection, extensions: [markdownSupport()] })),
    dispatch(spec: TransactionSpec) {
      editor.state = editor.state.update(spec).state;
    },
    focus: () => undefined,
  };
  insertLink(editor as unknown as EditorView);
  return editor.state;
}
