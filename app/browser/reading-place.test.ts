import { expect, it } from 'vitest';
import { findMarks, lettersOf, marksAt } from '#app/browser/reading-place.ts';

const page = lettersOf('One line. A link here. One line. Ende 漢字.');
const source = lettersOf('One **line**. A **link** `here`. One line. Ende 漢字.');

it('finds a place of a page in its source, also where markup lies between', () => {
  const index = page.letters.indexOf('linkhere');
  const found = findMarks(source.letters, marksAt(page.letters, index));
  expect(found === null ? '' : source.letters.slice(found, found + 4)).toBe('link');
});

it('tells equal words apart by their number', () => {
  const second = page.letters.lastIndexOf('Oneline');
  const found = findMarks(source.letters, marksAt(page.letters, second));
  expect(found).toBe(source.letters.lastIndexOf('Oneline'));
});

it('finds nothing in a text that has none of the words', () => {
  expect(findMarks('entirelyother', marksAt(page.letters, 0))).toBeNull();
});

it('keeps the place of every letter, also of those outside of Latin', () => {
  const text = 'a, 漢 b';
  const { letters, at } = lettersOf(text);
  expect([...letters].map((_, index) => text[at[index] ?? -1]).join('')).toBe('a漢b');
});
