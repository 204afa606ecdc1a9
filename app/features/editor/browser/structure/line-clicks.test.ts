import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { markdownSupport } from '#app/features/editor/browser/markdown-language.ts';
import { endOfWords, startOfWords } from '#app/features/editor/browser/structure/line-clicks.ts';
import { parsed } from '#tests/support/parsed-state.ts';

it.each([
  '¦one',
  '- ¦one',
  '- a\n  - [x] ¦one',
  '12) ¦one',
  '> > ¦one',
  '> - [ ] ¦one',
  '## ¦one',
  '> # ¦one',
  '- a\\\n  ¦one',
  '¦#one',
  '```\n¦- one\n```',
  '- ```\n¦  one\n  ```',
  '<div>\n¦- one\n</div>',
  '---\ntags:\n¦- one\n---\n',
])('the words of a line in %j begin at the mark', (marked) => {
  const at = marked.indexOf('¦');
  const doc = marked.replace('¦', '');
  const state = parsed(EditorState.create({ doc, extensions: [markdownSupport()] }));
  expect(startOfWords(state, state.doc.lineAt(at))).toBe(at);
});

it.each([
  'one¦\\\ntwo',
  'one¦  \ntwo',
  '> - one¦\\\n>   two',
  'one\\¦',
  'one¦\ntwo',
  '```\none\\¦\ntwo\n```',
  '# one\\¦\ntwo',
])('the words of the line in %j end at the mark', (marked) => {
  const at = marked.indexOf('¦');
  const state = parsed(EditorState.create({ doc: marked.replace('¦', ''), extensions: [markdownSupport()] }));
  expect(endOfWords(state, state.doc.lineAt(at))).toBe(at);
});
