import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { copiedItems } from '#app/features/editor/browser/paste/copied-items.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Copies the text between two `¦`. */
function copied(marked: string): string {
  const [before = '', selected = '', after = ''] = marked.split('¦');
  const doc = before + selected + after;
  const selection = { anchor: before.length, head: before.length + selected.length };
  const state = parsed(EditorState.create({ doc, selection, extensions: [markdownSupport()] }));
  return copiedItems(selected, state);
}

it.each([
  ['- a\n- ¦b\n- c¦', '- b\n- c'],
  ['- [x] ¦a\n- [ ] b¦', '- [x] a\n- [ ] b'],
  ['- ¦a\n\nb¦', '- a\n\nb'],
  ['- a\n  - ¦b\n    - c\n  - d¦', '- b\n  - c\n- d'],
  ['- a\n  - ¦b\n- c¦', '  - b\n- c'],
  ['- a\n\t- ¦b\n\t\t- c¦', '- b\n\t- c'],
  ['- a\n    - ¦b\n\t- c¦', '    - b\n\t- c'],
])('what is copied of %j has the mark of its first item', (marked, text) => {
  expect(copied(marked)).toBe(text);
});

it.each(['- ¦a¦\n- b', '- a¦b\n- c¦', '¦- a\n- b¦', '> - ¦a\n> - b¦', '```\n- ¦a\n- b¦\n```', '## ¦a\n\nb¦'])(
  'what is copied of %j is the selection',
  (marked) => {
    expect(copied(marked)).toBe(marked.split('¦')[1]);
  },
);
