import { setTimeout as wait } from 'node:timers/promises';

const WITHIN_MS = 60_000;
const INTERVAL_MS = 20;

/**
 * Retries `condition` until it does not throw, and returns its result. Fails after a minute, long enough for a busy
 * machine. Works outside of vitest too.
 */
export async function until<T>(condition: () => T | Promise<T>): Promise<T> {
  const end = Date.now() + WITHIN_MS;
  for (;;) {
    try {
      return await condition();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(INTERVAL_MS);
    }
  }
}
