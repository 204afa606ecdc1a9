import { expect, test } from 'vitest';
import { matchLetters } from '#app/features/commands/browser/match-letters.ts';

const marked = (text: string, typed: string) =>
  matchLetters(text, typed)
    ?.pieces.map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('') ?? null;

test.each([
  ['New document', 'doc', 'New [doc]ument'],
  ['New document', 'NEW', '[New] document'],
  ['New document', 'nd', '[N]ew [d]ocument'],
  ['New document', 'nedo', '[Ne]w [do]cument'],
  ['New document', 'document new', '[New] [document]'],
  ['Keyboard shortcuts', 'ks', '[K]eyboard [s]hortcuts'],
  ['新建文档', '文档', '新建[文档]'],
  ['Home', '', 'Home'],
  ['Home', 'x', null],
  ['New document', 'dn', null],
  ['New document', 'ncm', null],
  ['İstanbul', 'stan', 'İstanbul'],
])('in “%s”, “%s” marks %s', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected);
});

test('the beginning of a word goes before its middle, and that before letters here and there', () => {
  const ranks = ['Art', 'Part', 'All red things'].map((text) => matchLetters(text, 'art')?.rank);
  expect(ranks).toEqual([0, 1, 3]);
});
