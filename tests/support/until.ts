import { vi } from 'vitest';

/** Waits until `condition` throws no more, and returns its result. A busy machine takes long; a fault never comes true. */
export const until = <T>(condition: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(condition, { timeout: 60_000, interval: 20 });
