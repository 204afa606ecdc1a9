import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { Storing } from '#app/services/live/storing.ts';

const doc = new Y.Doc();
const written = (text: string): Uint8Array => {
  const before = Y.encodeStateVector(doc);
  doc.getText('content').insert(0, text);
  return Y.encodeStateAsUpdate(doc, before);
};
const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('repeats a failed store, and stores what comes after it, without another request', async () => {
  const store = vi.fn(async () => {}).mockRejectedValueOnce(new Error('the database is busy'));
  const storing = new Storing(store);
  storing.add(written('first '), 'ada');
  await vi.advanceTimersByTimeAsync(2000);
  expect(store).toHaveBeenCalledTimes(2);
  expect(storing.isIdle).toBe(true);
  storing.add(written('second '), 'ada');
  await vi.advanceTimersByTimeAsync(1000);
  expect(store).toHaveBeenCalledTimes(3);
  expect(storing.isIdle).toBe(true);
});

it('stores what is written during a slow store', async () => {
  const store = vi.fn(() => later(300));
  const storing = new Storing(store);
  storing.add(written('first '), 'ada');
  await vi.advanceTimersByTimeAsync(150);
  expect(store).toHaveBeenCalledTimes(1);
  for (const text of ['second ', 'third ']) {
    storing.add(written(text), 'ada');
    await vi.advanceTimersByTimeAsync(120);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(store).toHaveBeenCalledTimes(2);
  expect(storing.isIdle).toBe(true);
});

it('waits for a repeated store when all is requested, and stores nothing after a stop', async () => {
  const store = vi.fn(async () => {}).mockRejectedValueOnce(new Error('the database is busy'));
  const storing = new Storing(store);
  storing.add(written('first '), 'ada');
  const flushed = storing.flush();
  await vi.advanceTimersByTimeAsync(1000);
  await flushed;
  expect(storing.isIdle).toBe(true);
  storing.add(written('second '), 'ada');
  storing.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(store).toHaveBeenCalledTimes(2);
});
