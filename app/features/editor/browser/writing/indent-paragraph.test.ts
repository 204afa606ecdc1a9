import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { indentItems, outdentItems } from '#app/features/editor/browser/writing/indent-items.ts';
import { indentParagraph, outdentParagraph } from '#app/features/editor/browser/writing/indent-paragraph.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** The commands of both keys in the order of the keymap. */
const KEYS = { Tab: [indentParagraph, indentItems], 'Shift+Tab': [outdentParagraph, outdentItems] };

function pressed(key: keyof typeof KEYS, marked: string): string | null {
  const doc = marked.replace('¦', '');
  const selection = { anchor: marked.indexOf('¦') };
  const editor = {
    state: EditorState.create({ doc, selection, extensions: [markdownSupport()] }),
    dispatch(spec: TransactionSpec) {
      editor.state = editor.state.update(spec).state;
    },
  };
  editor.state = parsed(editor.state);
  if (!KEYS[key].some((command: Command) => command(editor as unknown as EditorView))) return null;
  const { head } = editor.state.selection.main;
  const text = editor.state.doc.toString();
  return `${text.slice(0, head)}¦${text.slice(head)}`;
}

it.each([
  ['a paragraph below a list', '- a\n- b\n\np¦ara', '- a\n- b\n\n  p¦ara'],
  ['all its lines', '1. a\n\none\ntwo¦', '1. a\n\n   one\n   two¦'],
  ['a paragraph below a nested list', '- a\n  - b\n\np¦', '- a\n  - b\n\n    p¦'],
  ['one in a quote', '> - a\n>\n> p¦', '> - a\n>\n>   p¦'],
  ['a line that goes on with an item', '- a\n- b\nc¦', '- a\n- b\n  c¦'],
])('Tab makes %s part of the last item, and Shift+Tab takes it out', (_what, before, after) => {
  expect(pressed('Tab', before)).toBe(after);
  const isApart = /\n>?\n/.test(before);
  if (isApart) expect(pressed('Shift+Tab', after)).toBe(before);
});

it.each([
  ['Tab' as const, '- a\n- b\n  c¦', '- a\n  - b\n    c¦'],
  ['Tab' as const, '- a\n- b\n\n  c¦', '- a\n  - b\n\n    c¦'],
  ['Tab' as const, '- a\n- b\\\n  ¦', '- a\n  - b\\\n  ¦'],
  ['Shift+Tab' as const, '- a\n  - b\n    c¦', '- a\n- b\n  c¦'],
  ['Shift+Tab' as const, '- a\n  - b\n\n    c¦\n- d', '- a\n- b\n\n  c¦\n- d'],
])('%s moves the item of the line in %j', (key, before, after) => {
  expect(pressed(key, before)).toBe(after);
});

it.each(['par¦a', '# a¦', '- a\n\n\npara¦', '- a\n\n# b\n\npara¦', '> a¦', '| a¦ |\n| - |'])(
  'Tab leaves %j alone',
  (before) => {
    expect(pressed('Tab', before)).toBeNull();
    expect(pressed('Shift+Tab', before)).toBeNull();
  },
);
