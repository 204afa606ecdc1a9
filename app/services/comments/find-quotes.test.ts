import { expect, test } from 'vitest';
import { aroundQuote, findQuotes, withoutHeadingMarks } from '#app/services/comments/find-quotes.ts';

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

test('what stands around a passage is known if it occurs once', () => {
  expect(aroundQuote(TEXT, 'ripen late', 6)).toEqual({ prefix: 'pples ', suffix: ' in th' });
  expect(aroundQuote(TEXT, 'ripen', 6)).toBeNull();
  expect(aroundQuote(TEXT, 'nowhere', 6)).toBeNull();
});

test('of words that occur often, the line that consists of them is meant, as a heading', () => {
  const text = 'Plums or pears\nAfter Plums  come pears.\nPlums\nThey last. Plums!';
  expect(aroundQuote(text, 'Plums', 8)).toEqual({ prefix: ' pears. ', suffix: ' They la' });
  expect(aroundQuote('Plums\nPlums stay.', 'Plums', 8)).toEqual({ prefix: null, suffix: ' Plums s' });
  expect(aroundQuote(`${text}\nPlums`, 'Plums', 8)).toBeNull();
  expect(withoutHeadingMarks(text, '## Plums ')).toBe('Plums');
  expect(withoutHeadingMarks('Write ## Plums', '## Plums')).toBe('## Plums');
});
