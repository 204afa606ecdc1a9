import { vi } from 'vitest';

/**
 * Retries `condition` until it does not throw, and returns its result. A fault never succeeds; a busy machine succeeds
 * late.
 */
export const until = <T>(condition: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(condition, { timeout: 60_000, interval: 20 });
