import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { insertLink } from '#app/features/editor/browser/commands.ts';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { dropEmptyLink, leaveLink } from '#app/features/editor/browser/writing/leave-link.ts';
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

it.each([
  ['an address', 'a [foo](https://new.¦example/) b', 'a [foo](https://new.example/)¦ b'],
  ['an address with a space behind it', '[foo](https://new.example/ ¦)', '[foo](https://new.example/)¦'],
  ['an address with spaces in it', '![foo]( /a b¦ c.png )', '![foo](/a%20b%20c.png)¦'],
  ['an address with a title', '[foo](/a¦ "t u")', '[foo](/a "t u")¦'],
])('Enter in %s moves the cursor after the link', (_what, marked, left) => {
  expect(after(leaveLink, marked)).toBe(left);
});

it.each([
  ['a link', 'a [foo](¦) b', 'a foo¦ b'],
  ['a picture', 'a ![foo](¦) b', 'a foo¦ b'],
])('Escape in the empty address of %s leaves its words', (_what, marked, left) => {
  expect(after(dropEmptyLink, marked)).toBe(left);
});

it.each(['`[foo](a ¦b)`', '[foo](https://new.example/)¦', 'foo (a ¦b)'])('Enter in %s is left to others', (marked) => {
  expect(after(leaveLink, marked)).toBe(null);
});

/** Returns the text with the cursor after a command, or null if it leaves the key to others. */
function after(command: Command, marked: string): string | null {
  const at = marked.indexOf('¦');
  const doc = marked.replace('¦', '');
  let state = parsed(EditorState.create({ doc, selection: { anchor: at }, extensions: [markdownSupport()] }));
  const dispatch = (transaction: Transaction) => {
    state = transaction.state;
  };
  if (!command({ state, dispatch } as unknown as EditorView)) return null;
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}¦${state.sliceDoc(head)}`;
}

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
