import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hunk } from '#app/differences/diff-parts.ts';
import { quickDifferences } from '#app/differences/quick-differences.ts';

const many = <Item>(count: number, item: (nth: number) => Item) => Array.from({ length: count }, (_, nth) => item(nth));

function applied(before: readonly string[], after: readonly string[], hunks: Hunk[]): string[] {
  const result = [...before];
  for (const { at, end, newAt, newEnd } of hunks.toReversed())
    result.splice(at, end - at, ...after.slice(newAt, newEnd));
  return result;
}

test('the differences lead from one text to the other', () => {
  const texts = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e'), { maxLength: 40 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      expect(applied(before, after, quickDifferences(before, after))).toEqual(after);
    }),
  );
});

test('equal texts have no differences, however often their lines repeat', () => {
  const lines = many(50_000, (nth) => (nth % 2 ? '' : 'The same paragraph.'));
  expect(quickDifferences(lines, [...lines])).toEqual([]);
});

test('a long text with blank lines, changed at both ends and in between, differs in the changed lines only', () => {
  const before = many(30_000, (nth) => (nth % 2 ? '' : `Paragraph ${nth}`));
  const after = before.with(0, 'First').with(14_000, 'Middle').with(29_998, 'Last').toSpliced(20_000, 0, 'New', '');
  const hunks = quickDifferences(before, after);
  expect(applied(before, after, hunks)).toEqual(after);
  expect(hunks.reduce((sum, { at, end }) => sum + end - at, 0)).toBe(3);
});

test('a long text of repeated lines, changed at both ends, is led to the other text', () => {
  const before = many(30_000, (nth): string => (nth % 2 ? '' : 'The same paragraph.'));
  const after = before.with(0, 'First').with(29_998, 'Last');
  expect(applied(before, after, quickDifferences(before, after))).toEqual(after);
});
