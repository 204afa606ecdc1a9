import { expect, test } from 'vitest';
import { alignTexts, type Change, compareTexts } from '#app/services/documents/compare-texts.ts';

const without = (kind: Change['kind'], changes: readonly Change[]) =>
  changes
    .filter((change) => change.kind !== kind)
    .map(({ text }) => text)
    .join('');

/** A text of lines, in the other version of which every `nth` line has another first word. */
function versions(count: number, nth: number): [before: string, after: string] {
  const linesOf = (word: string) =>
    Array.from({ length: count }, (_, at) => `${at % nth === 0 ? word : 'same'} words in line ${at}\n`).join('');
  return [linesOf('old'), linesOf('new')];
}

test.each([
  [4000, 2],
  [20_000, 10],
  [100_000, 40],
])('of %i lines of which every %i. differs, changes are joined until a page can show them', (count, nth) => {
  const [before, after] = versions(count, nth);
  const changes = compareTexts(before, after)!;
  expect([without('added', changes), without('removed', changes)]).toEqual([before, after]);
  expect(changes.length).toBeGreaterThan(1000);
  expect(changes.length).toBeLessThan(10_000);
  const rows = alignTexts(before, after);
  const side = (name: 'theirs' | 'yours') =>
    rows.map((row) => ('same' in row ? row.same : row[name].map(({ text }) => text).join(''))).join('');
  expect([side('theirs'), side('yours')]).toEqual([before, after]);
  expect(rows.length).toBeGreaterThan(500);
  expect(rows.length).toBeLessThanOrEqual(2000);
});

test('a few hundred changes are each shown by word', () => {
  const [before, after] = versions(4000, 10);
  const removed = compareTexts(before, after)!.filter(({ kind }) => kind === 'removed');
  expect(removed.map(({ text }) => text)).toEqual(Array.from({ length: 400 }, () => 'old'));
});
