import { expect, test } from 'vitest';
import { batchEnds } from '#app/services/transfer/import/write-documents.ts';

const texts = (...lengths: number[]) => lengths.map((length) => ({ content: 'x'.repeat(length) }));

test('a batch ends after 25 documents, before it becomes long, and where an earlier run ended', () => {
  expect(batchEnds([], 0)).toEqual([]);
  expect(batchEnds(texts(...Array(60).fill(1)), 0)).toEqual([25, 50, 60]);
  expect(batchEnds(texts(...Array(60).fill(1)), 40)).toEqual([25, 40, 60]);
  expect(batchEnds(texts(150_000, 150_000, 1_000_000, 1, 1), 0)).toEqual([1, 2, 3, 5]);
  expect(batchEnds(texts(1, 1), 2)).toEqual([2]);
});
