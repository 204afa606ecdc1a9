import { afterEach, expect, test, vi } from 'vitest';
import { cacheBriefly } from '#app/http/server/cache-briefly.ts';

afterEach(() => void vi.useRealTimers());

test('S11: however often /healthz is called, the database is asked twice a second at most', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const isHealthy = cacheBriefly(async () => {
    asked += 1;
    return true;
  });
  await Promise.all(Array.from({ length: 1000 }, isHealthy));
  expect(asked).toBe(1);
  vi.advanceTimersByTime(500);
  await isHealthy();
  expect(asked).toBe(2);
});
