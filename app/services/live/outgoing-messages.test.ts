import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LiveMember } from '#app/services/live/live-document.ts';
import { OutgoingMessages } from '#app/services/live/outgoing-messages.ts';

const ignore = () => {};
const newMember = (): LiveMember => ({ userId: 'c1', send: ignore, stored: ignore, presence: ignore, close: ignore });

/** Sends messages of these sizes to all members. Returns what each got, and how many were sent in each turn. */
async function sendAll(count: number, sizes: readonly number[]) {
  const members = new Set(Array.from({ length: count }, newMember));
  const outgoing = new OutgoingMessages(members);
  const got = new Map<LiveMember, number[]>();
  let sent = 0;
  const turns: number[] = [];
  for (const size of sizes) {
    outgoing.toAll(size, (member) => {
      sent += 1;
      got.set(member, [...(got.get(member) ?? []), size]);
    });
  }
  while (turns.reduce((sum, one) => sum + one, 0) < count * sizes.length) {
    turns.push(sent);
    sent = 0;
    await nextTurn();
  }
  return { got, turns };
}

test('a large message to many members takes turns of two megabytes', async () => {
  const { turns } = await sendAll(100, [400_000]);
  expect(Math.max(...turns)).toBeLessThanOrEqual(6);
});

test('a small message to many members takes turns too, as each costs a system call', async () => {
  const { turns } = await sendAll(1000, [20]);
  expect(Math.max(...turns)).toBeLessThanOrEqual(256);
});

test('every member gets all messages in their order', async () => {
  const sizes = [400_000, 20, 90_000, 20];
  const { got } = await sendAll(30, sizes);
  expect([...got.values()]).toEqual(Array.from({ length: 30 }, () => sizes));
});
