import { expect, test } from 'vitest';
import { findQuotes, hasVerbatim, quoteFrom } from '#app/services/comments/find-quotes.ts';

const TEXT = 'Apples ripen late in the valley.\nPears ripen early, and plums last of all.\n苹果在山谷里成熟得很晚。';
const isFound = (quote: string, text = TEXT, prefix: string | null = null, suffix: string | null = null) =>
  findQuotes(text, [{ quote, prefix, suffix }])[0];

test('a passage is found word for word, across lines and in Chinese', () => {
  expect(isFound('ripen late')).toBe(true);
  expect(isFound('the valley. Pears')).toBe(true);
  expect(isFound('山谷里成熟')).toBe(true);
});

test('small changes inside a passage do not lose it, other words do', () => {
  const quote = 'Pears ripen early, and plums last of all';
  expect(isFound(quote, TEXT.replace('early,', 'very early,'))).toBe(true);
  expect(isFound(quote, TEXT.replace('and plums', 'plums'))).toBe(true);
  expect(isFound(quote, TEXT.replace('Pears ripen early, and plums', 'Quinces want sun, but figs'))).toBe(false);
  expect(isFound('Cherries are gone by the end of June')).toBe(false);
  expect(isFound('在海边成熟')).toBe(false);
});

test('one that was changed much is found where the words around it are the same', () => {
  const quote = 'and plums last of all';
  const changed = TEXT.replace(quote, 'and plums at the end');
  expect(isFound(quote, changed)).toBe(false);
  expect(isFound(quote, changed, 'Pears ripen early, ', '.')).toBe(true);
});

test('a quote that occurs thousands of times, and many quotes in a long text, are found in bounded work', () => {
  const long = 'aaaa bbbb '.repeat(100_000);
  const quotes = Array.from({ length: 20 }, (_, nth) => ({
    quote: nth % 2 ? 'aaaa' : `aaaa ${'c'.repeat(290)}`,
    prefix: 'bbbb ',
    suffix: null,
  }));
  expect(findQuotes(long, quotes)).toEqual(quotes.map((_, nth) => nth % 2 === 1));
});

test('one that stands word for word is told from one that is changed', () => {
  const quoted = (quote: string) => [{ quote, prefix: null, suffix: null }];
  expect(hasVerbatim(TEXT, quoted('the valley. Pears'))).toBe(true);
  expect(hasVerbatim(TEXT, quoted('the valley. Peas'))).toBe(false);
  expect(hasVerbatim(TEXT, [...quoted('ripen late'), ...quoted(' ')])).toBe(false);
});

const quoted = (text: string, quote: string, length: number) => {
  const { quote: words, prefix, suffix } = quoteFrom(text, quote, length);
  return [prefix, words, suffix];
};

test('what stands around a passage is known if it occurs once', () => {
  expect(quoted(TEXT, 'ripen late', 6)).toEqual(['pples ', 'ripen late', ' in th']);
  expect(quoted(TEXT, 'ripen', 6)).toEqual([null, 'ripen', null]);
  expect(quoted(TEXT, 'nowhere', 6)).toEqual([null, 'nowhere', null]);
});

test('of words that occur often, the line that consists of them is meant, as a heading', () => {
  const text = 'Plums or pears\nAfter Plums  come pears.\nPlums\nThey last. Plums!';
  expect(quoted(text, 'Plums', 8)).toEqual([' pears. ', 'Plums', ' They la']);
  expect(quoted('Plums\nPlums stay.', 'Plums', 8)).toEqual([null, 'Plums', ' Plums s']);
  expect(quoted(`${text}\nPlums`, 'Plums', 8)).toEqual([null, 'Plums', null]);
  expect(quoted(text, '## Plums ', 8)).toEqual([' pears. ', 'Plums', ' They la']);
  expect(quoted('Write ## Plums', '## Plums', 8)).toEqual(['Write ', '## Plums', null]);
});
