import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TurnQueue } from '#app/services/turn-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Takes a number of turns. Returns the names of those that began, and functions that end them. */
function takeAll(turns: TurnQueue, names: string[]) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  for (const name of names) {
    void turns.take().then((end) => {
      begun.push(name);
      ends.set(name, end);
    });
  }
  return { begun, end: (name: string) => ends.get(name)!() };
}
const settled = () => vi.advanceTimersByTimeAsync(0);

test('turns begin in the order of arrival, as many at once as allowed', async () => {
  const { begun, end } = takeAll(new TurnQueue({ atOnce: 2, turnMs: 50 }), ['a', 'b', 'c', 'd']);
  await settled();
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  end('a');
  end('c');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('a turn that has ended twice gives way once', async () => {
  const { begun, end } = takeAll(new TurnQueue({ atOnce: 1, turnMs: 50 }), ['a', 'b', 'c']);
  await settled();
  end('a');
  end('a');
  await settled();
  expect(begun).toEqual(['a', 'b']);
});

test('a turn that does not end gives way after its time', async () => {
  const { begun } = takeAll(new TurnQueue({ atOnce: 1, turnMs: 50 }), ['a', 'b']);
  await vi.advanceTimersByTimeAsync(49);
  expect(begun).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['a', 'b']);
});

test('nobody is left waiting or counted once all turns have ended', async () => {
  const turns = new TurnQueue({ atOnce: 1, turnMs: 50 });
  const first = takeAll(turns, ['a', 'b']);
  await vi.advanceTimersByTimeAsync(1000);
  const { begun } = takeAll(turns, ['c']);
  await settled();
  expect([...first.begun, ...begun]).toEqual(['a', 'b', 'c']);
});
