import { expect, test, vi } from 'vitest';
import type { StoredObject } from '#app/adapters/file-storage.ts';
import { storage } from '#app/adapters/storage.ts';
import { keepInCache } from '#app/services/files/foreign-picture-cache.ts';
import { describeOnBoth } from '#tests/support/database.ts';

const MEGABYTE = 1024 * 1024;

describeOnBoth('the cache of pictures', () => {
  test('keeps its size also when many are stored at a time', async () => {
    const stored = new Map<string, StoredObject>();
    const place = storage();
    vi.spyOn(place, 'list').mockImplementation(async function* () {
      yield* [...stored.values()];
    });
    vi.spyOn(place, 'write').mockImplementation(async (key) => {
      stored.set(key, { key, size: 24 * MEGABYTE, modifiedAt: stored.size });
      return null;
    });
    vi.spyOn(place, 'remove').mockImplementation(async (key) => {
      stored.delete(key);
    });
    const picture = { length: 24 * MEGABYTE } as Buffer;
    const keep = (nth: number) => keepInCache(`https://pictures.example/${nth}`, picture, 'image/png');
    for (let round = 0; round < 4; round += 1)
      await Promise.all(Array.from({ length: 24 }, (_, nth) => keep(round * 24 + nth)));
    await expect.poll(() => stored.size * 24).toBeLessThanOrEqual(512);
    expect(stored.size).toBeGreaterThan(0);
  });
});
