import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EventLoopTurns } from '#app/services/live/event-loop-turns.ts';
import type { LiveMember } from '#app/services/live/live-document.ts';
import { OutgoingMessages } from '#app/services/live/outgoing-messages.ts';

const ignore = () => {};
const newMember = (): LiveMember => ({ userId: 'c1', send: ignore, stored: ignore, presence: ignore, close: ignore });

/** Members, and what each got; sending to one takes a millisecond. */
function crowd(count: number) {
  let time = 0;
  const members = new Set(Array.from({ length: count }, newMember));
  const outgoing = new OutgoingMessages(members, new EventLoopTurns(() => time));
  const got = new Map<LiveMember, string[]>([...members].map((member) => [member, []]));
  const send = (text: string) => (member: LiveMember) => {
    time += 1;
    got.get(member)!.push(text);
  };
  const gotInAll = () => [...got.values()].reduce((sum, texts) => sum + texts.length, 0);
  return { members, outgoing, got, send, gotInAll };
}

test('a message to many members takes turns', async () => {
  const { outgoing, send, gotInAll } = crowd(10);
  outgoing.toAll({ send: send('a') });
  expect(gotInAll()).toBe(2);
  await nextTurn();
  expect(gotInAll()).toBe(4);
  while (gotInAll() < 10) await nextTurn();
});

test('every member gets all messages in their order', async () => {
  const { members, outgoing, got, send, gotInAll } = crowd(30);
  const [writer] = members;
  const texts = ['a', 'b', 'c', 'd'];
  for (const text of texts) outgoing.toAll({ send: send(text), except: text === 'b' ? writer : undefined });
  while (gotInAll() < 119) await nextTurn();
  expect(got.get(writer!)).toEqual(['a', 'c', 'd']);
  got.delete(writer!);
  expect([...got.values()]).toEqual(Array.from({ length: 29 }, () => texts));
});

test('a message that is made later has what happened before its turn', async () => {
  const { outgoing, got, send, gotInAll } = crowd(10);
  let news = 'early';
  outgoing.toAll({ send: send('a') });
  outgoing.toAllLater(() => ({ send: send(news) }));
  news = 'late';
  while (gotInAll() < 20) await nextTurn();
  expect([...got.values()]).toEqual(Array.from({ length: 10 }, () => ['a', 'late']));
});

test('who leaves gets nothing more', async () => {
  const { members, outgoing, got, send, gotInAll } = crowd(6);
  const last = [...members].at(-1)!;
  outgoing.toAll({ send: send('a') });
  members.delete(last);
  while (gotInAll() < 5) await nextTurn();
  await nextTurn();
  expect(got.get(last)).toEqual([]);
});
