import { vi } from 'vitest';

/**
 * Retries `condition` until it does not throw, and returns its result. Fails after a minute, long enough for a busy
 * machine.
 */
export const until = <T>(condition: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(condition, { timeout: 60_000, interval: 20 });
