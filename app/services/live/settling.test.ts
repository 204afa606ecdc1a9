import { availableParallelism } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Settling } from '#app/services/live/settling.ts';

const AT_ONCE = Math.max(2, availableParallelism());

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('texts that are due at once are written in turns, and one that is asked for at once', async () => {
  const order: number[] = [];
  const ends: (() => void)[] = [];
  const all = Array.from(
    { length: AT_ONCE + 2 },
    (_, nth) =>
      new Settling(async () => {
        order.push(nth);
        await new Promise<void>((end) => ends.push(end));
      }),
  );
  for (const each of all) each.soon();
  await vi.advanceTimersByTimeAsync(1000);
  const first = Array.from({ length: AT_ONCE }, (_, nth) => nth);
  expect(order).toEqual(first);
  // More is written while the text waits in line.
  all[AT_ONCE]!.soon();
  // A reader asks for the last one, which has no turn yet.
  const read = all[AT_ONCE + 1]!.now();
  expect(order).toEqual([...first, AT_ONCE + 1]);
  ends.splice(0).map((end) => end());
  await read;
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual([...first, AT_ONCE + 1, AT_ONCE]);
  ends.splice(0).map((end) => end());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(order).toHaveLength(AT_ONCE + 2);
  expect(all.map(({ isDue }) => isDue)).not.toContain(true);
});

test('a text on which somebody writes without a pause is written within seven seconds', async () => {
  let count = 0;
  const settling = new Settling(async () => {
    count += 1;
  });
  for (let waited = 0; waited < 7000; waited += 500) {
    settling.soon();
    expect(count).toBe(0);
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(count).toBe(1);
});
