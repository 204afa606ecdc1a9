import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { textBehind } from '#app/features/editor/browser/writing/before-marks.ts';
import { parsed } from '#tests/support/parsed-state.ts';

/** Returns the text with the cursor where a letter goes. */
function placed(marked: string): string | null {
  const doc = marked.replace('¦', '');
  const state = parsed(EditorState.create({ doc, extensions: [markdownSupport()] }));
  const at = textBehind(state, marked.indexOf('¦'));
  return at === null ? null : `${doc.slice(0, at)}¦${doc.slice(at)}`;
}

it.each([
  ['¦## a', '## ¦a'],
  ['¦- a', '- ¦a'],
  ['¦- [x] a', '- [x] ¦a'],
  ['¦1. a', '1. ¦a'],
  ['¦> a', '> ¦a'],
  ['- a\n¦  - b', '- a\n  - ¦b'],
  ['- a\n  ¦- b', '- a\n  - ¦b'],
  ['> ¦- a', '> - ¦a'],
  ['¦> ## a', '> ## ¦a'],
  ['¦# ', '# ¦'],
  ['¦> [!NOTE]\n> a', '> [!NOTE]\n> ¦a'],
])('a letter in %j goes to the start of the text', (before, after) => {
  expect(placed(before)).toBe(after);
});

it.each([
  'a¦',
  '¦a',
  '## ¦a',
  '#¦# a',
  '¦#a',
  'a\n¦2. b',
  '¦***',
  '```\n¦- a\n```',
  '    ¦- a',
  '---\ntags:\n¦- a\n---\n\nx',
])('a letter in %j stays where it is typed', (before) => {
  expect(placed(before)).toBeNull();
});
