import { expect, test } from 'vitest';
import { hasRightToLeft, isolated } from '#app/i18n/right-to-left.ts';

test('Hebrew and Arabic letters are written from right to left, others and digits are not', () => {
  expect(['שלום', 'x الجزر', '42 ﷲ'].map(hasRightToLeft)).toEqual([true, true, true]);
  expect(['Beds', '苗床', '42', ''].map(hasRightToLeft)).toEqual([false, false, false, false]);
});

test('only a text from right to left is set apart', () => {
  expect(isolated('الجزر (2024)')).toBe('\u2068الجزر (2024)\u2069');
  expect(isolated('Beds (2024)')).toBe('Beds (2024)');
});

test('a text does not turn the words beside it around', () => {
  expect(isolated('\u202ddeB\u202e\u2067s\u2069')).toBe('deBs');
  expect(isolated('الجزر\u202e\u2069 (2024)')).toBe('\u2068الجزر (2024)\u2069');
});
