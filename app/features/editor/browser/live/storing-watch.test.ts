import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoringWatch } from '#app/features/editor/browser/live/storing-watch.ts';

let state: { isStored: boolean; isOver: boolean };
let stuck: number;
let watch: StoringWatch;

beforeEach(() => {
  vi.useFakeTimers();
  [state, stuck] = [{ isStored: false, isOver: false }, 0];
  watch = new StoringWatch({
    isStored: () => state.isStored,
    isOver: () => state.isOver,
    onStuck: () => {
      stuck += 1;
    },
  });
});
afterEach(() => {
  watch.end();
  vi.useRealTimers();
});

/** Presses Save and returns whether it has come to an end. */
function save(): { isDone: boolean } {
  const saving = { isDone: false };
  void watch.whenStored().then(() => {
    saving.isDone = true;
  });
  return saving;
}

test('saving ends once everything is stored', async () => {
  watch.onChange();
  const saving = save();
  await vi.advanceTimersByTimeAsync(1000);
  expect(saving.isDone).toBe(false);
  state.isStored = true;
  watch.onStored();
  await vi.advanceTimersByTimeAsync(100);
  expect([saving.isDone, watch.isStuck, stuck]).toEqual([true, false, 0]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stuck).toBe(0);
});

test('saving that the server never confirms ends, says so, and goes on once it stores again', async () => {
  watch.onChange();
  const saving = save();
  await vi.advanceTimersByTimeAsync(16_000);
  expect([saving.isDone, watch.isStuck, stuck]).toEqual([true, true, 1]);
  state.isStored = true;
  watch.onStored();
  expect(watch.isStuck).toBe(false);
});

test('somebody who writes without a pause is not stuck while the server stores a part of it', async () => {
  for (let second = 0; second < 60; second += 1) {
    watch.onChange();
    if (second % 5 === 0) watch.onStored();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(stuck).toBe(0);
});

test('saving ends with the connection', async () => {
  watch.onChange();
  const saving = save();
  state.isOver = true;
  await vi.advanceTimersByTimeAsync(100);
  expect(saving.isDone).toBe(true);
});
