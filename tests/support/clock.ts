import { onTestFinished, vi } from 'vitest';

/** Freezes `Date` until the end of the test; timers and I/O keep running. */
export function stopClock(at = new Date('2026-03-10T12:00:00Z')): { advance: (seconds: number) => void } {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return { advance: (seconds) => vi.setSystemTime(Date.now() + 1000 * seconds) };
}
