import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { CloseQueue } from '#app/http/live/close-queue.ts';

// Turns of a busy machine take longer than a client is awaited.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A connection whose client answers when the test says so. */
class Connection extends EventEmitter {
  readonly codes: number[] = [];
  isDestroyed = false;
  close(code: number) {
    this.codes.push(code);
  }
  terminate() {
    this.isDestroyed = true;
  }
}

function closeAll(count: number) {
  const closings = new CloseQueue();
  const connections = Array.from({ length: count }, () => new Connection());
  for (const connection of connections) closings.close(connection as unknown as WebSocket, 4404);
  const closed = () => connections.filter(({ codes }) => codes.length > 0).length;
  return { connections, closed };
}

async function turnsPass(): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) await nextTurn();
}

test('a hundred connections are closed at once, and one more for each that has ended', async () => {
  const { connections, closed } = closeAll(250);
  await turnsPass();
  expect(closed()).toBe(100);
  for (const connection of connections.slice(0, 30)) connection.emit('close');
  await turnsPass();
  expect(closed()).toBe(130);
  for (const connection of connections) connection.emit('close');
  await turnsPass();
  for (const connection of connections) connection.emit('close');
  await turnsPass();
  expect(connections.map(({ codes }) => codes)).toEqual(connections.map(() => [4404]));
});

test('clients that do not answer delay the others by a moment, and are destroyed after two seconds', async () => {
  const { connections, closed } = closeAll(150);
  await turnsPass();
  expect(closed()).toBe(100);
  vi.advanceTimersByTime(15);
  await turnsPass();
  expect(closed()).toBe(150);
  expect(connections.some(({ isDestroyed }) => isDestroyed)).toBe(false);
  vi.advanceTimersByTime(2000);
  await turnsPass();
  expect(connections.every(({ isDestroyed }) => isDestroyed)).toBe(true);
});
