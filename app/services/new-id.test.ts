import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '#app/services/new-id.ts';

test('ids are cuids of both formats, and none occurs twice', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^c[a-z0-9]{23}$/);
  expect(z.cuid().safeParse(ids[0]).success && z.cuid2().safeParse(ids[0]).success).toBe(true);
});

test('each character is as frequent as any other', () => {
  const counts = new Map<string, number>();
  const ids = Array.from({ length: 20_000 }, newId);
  for (const character of ids.map((id) => id.slice(1)).join('')) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const mean = (ids.length * 23) / 36;
  expect(counts.size).toBe(36);
  // Eight standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(8 * Math.sqrt(mean));
});
