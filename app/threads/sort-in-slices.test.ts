import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Slices } from '#app/threads/slices.ts';
import { sortInSlices } from '#app/threads/sort-in-slices.ts';

test('sorts as toSorted does, equals in their order, however long the list', async () => {
  const lists = fc.array(fc.record({ rank: fc.nat(9), nth: fc.nat() }), { maxLength: 2000, size: 'max' });
  const byRank = (one: { rank: number }, other: { rank: number }) => one.rank - other.rank;
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      expect(await sortInSlices(list, byRank, new Slices())).toEqual(list.toSorted(byRank));
    }),
    { numRuns: 50 },
  );
});

test('others are served while a long list is sorted', async () => {
  const list = Array.from({ length: 20_000 }, (_, nth) => `Seite ${(nth * 7919) % 20_000}`);
  const { compare } = new Intl.Collator('de', { numeric: true, sensitivity: 'base' });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  await sortInSlices(list, compare, new Slices());
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});
