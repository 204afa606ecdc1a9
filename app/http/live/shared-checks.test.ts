import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharedChecks } from '#app/http/live/shared-checks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('connections with one key share a check, and nobody left means no check', async () => {
  const faults: unknown[] = [];
  const checks = new SharedChecks<number>(1000, (error) => faults.push(error));
  let asked = 0;
  const heard: [string, number][] = [];
  const check = async () => {
    asked += 1;
    if (asked === 2) throw new Error('away');
    return asked;
  };
  const leaves = ['a', 'b', 'c'].map((name) => checks.watch('one', check, (result) => heard.push([name, result])));
  checks.watch(
    'other',
    async () => 7,
    (result) => heard.push(['d', result]),
  )();
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ]);
  leaves[0]!();
  await vi.advanceTimersByTimeAsync(2000);
  expect([asked, faults.length]).toEqual([3, 1]);
  expect(heard.slice(3)).toEqual([
    ['b', 3],
    ['c', 3],
  ]);
  leaves[1]!();
  leaves[2]!();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});
