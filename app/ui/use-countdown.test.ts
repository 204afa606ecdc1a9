import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCountdown } from '#app/ui/use-countdown.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('time counts only while nothing pauses it: not the window, the pointer or the focus', () => {
  const onEnd = vi.fn();
  const countdown = createCountdown(5000, onEnd);
  countdown.restart();
  vi.advanceTimersByTime(4000);
  for (const reason of ['focus', 'pointer', 'window'] as const) countdown.pause(reason);
  for (const reason of ['pointer', 'window'] as const) {
    countdown.resume(reason);
    vi.advanceTimersByTime(60_000);
  }
  expect(onEnd).not.toHaveBeenCalled();
  countdown.resume('focus');
  vi.advanceTimersByTime(999);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('a paused countdown that restarts stays paused, then takes its whole time', () => {
  const onEnd = vi.fn();
  const countdown = createCountdown(5000, onEnd);
  countdown.pause('window');
  countdown.restart();
  vi.advanceTimersByTime(60_000);
  countdown.resume('pointer');
  vi.advanceTimersByTime(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  countdown.resume('window');
  vi.advanceTimersByTime(4999);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
});
