import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locatePassages, passageOf } from '#app/features/editor/browser/comments/locate-passages.ts';

const passage = (quote: string, prefix: string | null = null, suffix: string | null = null) => ({
  quote,
  prefix,
  suffix,
});
const found = (source: string, ...sought: Parameters<typeof passage>) => {
  const [range] = locatePassages(source, [passage(...sought)]);
  return range ? source.slice(range.from, range.to) : null;
};

test('markup between and around the words does not matter', () => {
  const source = '# A *title*\n\nThe **first** [link](https://first.example/a) and `code`, 中文。\n- an item';
  expect(found(source, 'The first link and')).toBe('The **first** [link](https://first.example/a) and');
  expect(found(source, 'first')).toBe('first');
  expect(found(source, 'code, 中文')).toBe('code`, 中文');
  expect(found(source, 'missing words')).toBe(null);
  expect(found('Η ΟΔΟΣ είναι', 'ΟΔΟΣ')).toBe('ΟΔΟΣ');
});

test('of equal passages the one between the same words is found', () => {
  const source = 'one red apple\n\ntwo red pears\n\nthree red plums';
  const [range] = locatePassages(source, [passage('red', 'two ', ' pears')]);
  expect(range).toEqual({ from: source.indexOf('red pears'), to: source.indexOf('red pears') + 3 });
});

test('a changed passage is found between the words that surrounded it', () => {
  expect(found('We meet on Friday at noon in the hall.', 'Thursday', 'We meet on', 'at noon in the')).toBe('Friday');
});

test('a selected part of plain words is found again at its place', () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 6, maxLength: 40 }), fc.nat(), fc.nat(), (words, start, length) => {
      const source = words.map((text, nth) => (nth % 3 === 0 ? `**${text}**` : text)).join(' ');
      const first = start % words.length;
      const last = Math.min(words.length - 1, first + (length % 4));
      const from = source.indexOf(words[first]!, words.slice(0, first).join(' ').length);
      const to = source.indexOf(words[last]!, from) + words[last]!.length;
      const [range] = locatePassages(source, [passageOf(source, { from, to })]);
      expect(range).toEqual({ from, to });
    }),
  );
});

test('a passage ends with its whole last letter, also with one of two UTF-16 units', () => {
  const letter = fc.constantFrom('a', 'Z', '中', '𠮷', '𝐱', 'İ', '𐐀');
  const words = fc.array(letter, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
  fc.assert(
    fc.property(words, (word) => {
      expect(found(`one ${word}, two`, word)).toBe(word);
    }),
  );
});
