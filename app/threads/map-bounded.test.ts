import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapBounded } from '#app/threads/map-bounded.ts';

test('keeps the order, and no more calls than allowed run at a time', async () => {
  let [running, most] = [0, 0];
  const results = await mapBounded([5, 1, 4, 2, 3], 2, async (turns) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    running -= 1;
    return turns * 10;
  });
  expect([results, most]).toEqual([[50, 10, 40, 20, 30], 2]);
  expect(await mapBounded([], 2, async () => 1)).toEqual([]);
});

test('throws what a call throws', async () => {
  const mapping = mapBounded([1, 2, 3], 2, async (item) => {
    if (item === 2) throw new Error('two');
  });
  await expect(mapping).rejects.toThrow('two');
});
