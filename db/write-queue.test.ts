import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isDatabaseUnavailable } from '#db/database-errors.ts';
import { queueWrite } from '#db/write-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const busy = Object.assign(new Error('locked'), { original: { code: 'SQLITE_BUSY' } });

/** A write that waits ten seconds for the lock of another process, in vain. */
async function waitInVain(): Promise<never> {
  await vi.advanceTimersByTimeAsync(10_000);
  throw busy;
}

test('writes behind others that wait in vain fail within half a minute, and the next one is tried again', async () => {
  const tried = vi.fn(waitInVain);
  const startedAt = Date.now();
  const failed = await Promise.all(Array.from({ length: 20 }, () => queueWrite(tried).catch((error) => error)));
  expect(failed.every(isDatabaseUnavailable)).toBe(true);
  expect(Date.now() - startedAt).toBe(30_000);
  expect(tried).toHaveBeenCalledTimes(3);
  expect(await queueWrite(async () => 'written')).toBe('written');
});

test('a write that waits for a slow one is tried however long that takes', async () => {
  const slow = queueWrite(() => vi.advanceTimersByTimeAsync(50_000));
  expect(await queueWrite(async () => 'written')).toBe('written');
  await slow;
});
