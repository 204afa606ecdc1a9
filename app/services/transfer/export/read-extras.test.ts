import { expect, test } from 'vitest';
import { hashWith } from '#app/services/crypto/secrets.ts';
import { type ExtraPart, PURPOSE, readExtras } from '#app/services/transfer/export/read-extras.ts';

const at = '2026-01-01T00:00:00.000Z';
const comment = { author: { email: null, name: 'Ada' }, body: 'x', createdAt: at, editedAt: null };
const threadOf = (count: number) => ({
  ...{ documentId: 'd', quote: null, prefix: null, suffix: null, createdAt: at, resolvedAt: null },
  comments: Array.from({ length: count }, () => comment),
});

function read(counts: number[], key = 'key') {
  const carried = { owner: 'ada@example.com', threads: counts.map(threadOf), templates: [], groups: [] };
  const signature = hashWith('key', PURPOSE, JSON.stringify(carried));
  return readExtras(new TextEncoder().encode(JSON.stringify({ carried, signature })), key);
}

test('a manifest is read in batches of comments, each thread whole and in order', () => {
  const found = read([150, 1, 500, 3]);
  if (found === null || found === 'damaged') throw new Error('not read');
  const parts = found.parts.map((part) => JSON.parse(part) as ExtraPart[]);
  const sizes = parts.map((batch) => batch.map(({ nth, from, thread }) => [nth, from, thread.comments.length]));
  expect(sizes).toEqual([
    [
      [0, 0, 150],
      [1, 0, 1],
      [2, 0, 49],
    ],
    [[2, 49, 200]],
    [[2, 249, 200]],
    [
      [2, 449, 51],
      [3, 0, 3],
    ],
  ]);
  expect([found.isOurs, (read([1], 'another') as { isOurs: boolean }).isOurs]).toEqual([true, false]);
});

test('a manifest with a thread of too many comments is damaged', () => {
  expect(read([10_001])).toBe('damaged');
  expect(read([0])).toBe('damaged');
});
