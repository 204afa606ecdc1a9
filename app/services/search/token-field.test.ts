import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '#app/services/search/fold-text.ts';
import { locateTokens } from '#app/services/search/locate-tokens.ts';
import { tokenField } from '#app/services/search/token-field.ts';
import { documentText } from '#tests/bench/texts.ts';
import { repeats } from '#tests/support/length.ts';

function isAlike(text: string): void {
  const folded = foldText(text);
  const tokens = locateTokens(folded).map((token) => token.text);
  expect(tokenField(folded), text).toBe(tokens.length === 0 ? '' : ` ${tokens.join(' ')} `);
}

test('the field of a text has the tokens that queries have', () => {
  const texts = [
    '',
    ' .,;',
    'Straße café',
    '测试用例',
    '한국어 글',
    'ภาษาไทยง่าย',
    '𠮷野家 🎉 x',
    'が゙ー〱',
    `${'x'.repeat(70)}é`,
  ];
  for (const text of [...texts, ...[0, 1, 2].map(documentText), `${'长'.repeat(40_000)} tail`]) isAlike(text);
});

test('any text has the same tokens in both forms', () => {
  const within = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code));
  const unit = fc.oneof(
    within(0x20, 0x7e),
    within(0xa0, 0x52f),
    within(0xe00, 0x10ff),
    within(0x3000, 0x312f),
    within(0x4e00, 0x9fff),
    within(0x1f300, 0x20100),
    within(0, 0xffff),
  );
  fc.assert(fc.property(fc.string({ unit, maxLength: 60 }), isAlike), { numRuns: repeats(500, 5000) });
});

test('every word is reported once it is written, pairs are not', () => {
  const words: string[] = [];
  expect(tokenField('one 测试 two', (word) => words.push(word))).toBe(' one 测试 试 two ');
  expect(words).toEqual(['one', 'two']);
});
