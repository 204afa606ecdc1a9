import { setTimeout as wait } from 'node:timers/promises';

const WITHIN_MS = 60_000;
/** Limit for work at a low priority, which waits behind everything else on a busy machine. */
export const AT_LOW_PRIORITY_MS = 180_000;
/** The interval grows, as a check can cost more than the work it waits for. */
const INTERVAL_MS = { first: 20, last: 160 };

/**
 * Retries `condition` until it does not throw, and returns its result. Fails after a minute, long enough for a busy
 * machine. Works outside of vitest too.
 */
export async function until<T>(condition: () => T | Promise<T>, withinMs = WITHIN_MS): Promise<T> {
  const end = Date.now() + withinMs;
  for (let intervalMs = INTERVAL_MS.first; ; intervalMs = Math.min(intervalMs * 1.5, INTERVAL_MS.last)) {
    try {
      return await condition();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(intervalMs);
    }
  }
}
