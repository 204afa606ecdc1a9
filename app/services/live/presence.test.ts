import { expect, test } from 'vitest';
import { decodeEntries, encodeEntries } from '#app/services/live/awareness-entries.ts';
import type { LiveMember } from '#app/services/live/live-document.ts';
import { Presence, type PresenceNews } from '#app/services/live/presence.ts';

const ignore = () => {};
const newMember = (): LiveMember => ({ userId: 'c1', send: ignore, stored: ignore, presence: ignore, close: ignore });
const ada = { id: 'c1', name: 'Ada', color: '#123456' };
const here = (client: number, clock = 1) => encodeEntries([[client, clock, { user: ada, isEditing: true }]]);
const gone = (client: number, clock = 1) => encodeEntries([[client, clock, null]]);

/** A document whose members are busy until `send` is called. */
function busyDocument() {
  const presence = new Presence(ignore);
  const waiting: (() => PresenceNews)[] = [];
  presence.tellThrough((take) => void waiting.push(take));
  const arrive = (member: LiveMember, message: Uint8Array) => presence.receive(message, member, ada, true);
  return { presence, waiting, arrive };
}

test('changes share one message until it can be sent', () => {
  const { waiting, arrive } = busyDocument();
  const crowd = Array.from({ length: 100 }, newMember);
  for (const [client, member] of crowd.entries()) arrive(member, here(client));
  expect(waiting).toHaveLength(1);
  const { update, except } = waiting[0]!();
  expect(decodeEntries(update).map(([client]) => client)).toEqual([...crowd.keys()]);
  expect(except).toBeUndefined();
  arrive(crowd[0]!, here(0, 2));
  expect(waiting).toHaveLength(2);
  expect(waiting[1]!().except).toBe(crowd[0]);
});

test('whoever leaves is told once, and is no longer among everyone', () => {
  const { presence, waiting, arrive } = busyDocument();
  const [one, other] = [newMember(), newMember()];
  arrive(one, here(1));
  arrive(other, here(2));
  waiting.shift()!();
  presence.leave(one);
  presence.leave(one);
  expect(decodeEntries(waiting.shift()!().update)).toEqual([[1, 2, null]]);
  expect(waiting).toEqual([]);
  expect(decodeEntries(presence.everyone()!).map(([client]) => client)).toEqual([2]);
  presence.leave(other);
  expect([presence.everyone(), presence.ownMembers()]).toEqual([null, null]);
});

test('a member has four clients, also one after another, and nobody leaves who was not here', () => {
  const { presence, arrive } = busyDocument();
  const member = newMember();
  for (let client = 0; client < 1000; client += 1) arrive(member, gone(client));
  expect(presence.isEmpty).toBe(true);
  for (const client of [1, 2, 3, 4]) arrive(member, here(client));
  expect(() => arrive(member, here(5))).toThrow();
  arrive(member, gone(4, 2));
  arrive(member, here(5));
  expect(() => arrive(member, here(4, 3))).toThrow();
  expect(presence.states()).toHaveLength(4);
});

test('a client that returns by another connection belongs to that one', () => {
  const { presence, arrive } = busyDocument();
  const [before, after] = [newMember(), newMember()];
  arrive(before, here(1));
  presence.leave(before);
  arrive(after, here(1, 3));
  presence.leave(before);
  expect(presence.states()).toHaveLength(1);
});
