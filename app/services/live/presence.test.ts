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
  expect([presence.everyone(), presence.ownMembers()]).toEqual([null, []]);
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

test('a newer connection of the same person takes over its client from one that is not closed yet', () => {
  const { presence, waiting, arrive } = busyDocument();
  const [before, after] = [newMember(), newMember()];
  arrive(before, here(1, 3));
  waiting.shift()!();
  arrive(after, here(1, 3));
  arrive(after, gone(1, 4));
  expect(waiting).toEqual([]);
  arrive(after, here(1, 4));
  expect(decodeEntries(waiting.shift()!().update)).toMatchObject([[1, 4, { user: ada }]]);
  arrive(before, here(1, 3));
  presence.leave(before);
  expect(waiting).toEqual([]);
  expect(presence.states()).toHaveLength(1);
  presence.leave(after);
  expect(presence.states()).toEqual([]);
});

test('nobody takes over the client of another person, nor more than four of their own', () => {
  const { presence, arrive } = busyDocument();
  const [one, two, stranger] = [newMember(), newMember(), newMember()];
  arrive(one, here(1));
  presence.receive(here(1, 9), stranger, { ...ada, id: 'c2' }, true);
  expect(presence.states()).toMatchObject([{ user: ada }]);
  for (const client of [2, 3, 4, 5]) arrive(two, here(client));
  expect(() => arrive(two, here(1, 9))).toThrow();
});

test('a client that returns through another process is taken over there and here', () => {
  const { presence, arrive } = busyDocument();
  const lost = newMember();
  const foreign = encodeEntries([[1, 5, { user: { ...ada, id: 'c2' }, isEditing: true }]]);
  const moved = (clock: number, isEditing = true) => encodeEntries([[1, clock, { user: ada, isEditing }]]);
  arrive(lost, here(1, 3));
  presence.receiveRemote(foreign);
  presence.receiveRemote(gone(1, 5));
  expect(presence.states()).toMatchObject([{ user: ada, isEditing: true }]);
  presence.receiveRemote(moved(5, false));
  presence.leave(lost);
  expect(presence.states()).toMatchObject([{ user: ada, isEditing: false }]);
  const back = newMember();
  arrive(back, here(1, 6));
  presence.receiveRemote(gone(1, 7));
  expect(presence.states()).toMatchObject([{ user: ada, isEditing: true }]);
  presence.leave(back);
  presence.receiveRemote(moved(8));
  expect(presence.states()).toMatchObject([{ user: ada }]);
});

test('a crowd is told to other processes in messages that fit into a notice of PostgreSQL', () => {
  const told: Uint8Array[] = [];
  const presence = new Presence((part) => void told.push(part));
  const user = { ...ada, name: '花园里的人'.repeat(4), image: `/images/${'x'.repeat(300)}` };
  const crowd = Array.from({ length: 100 }, newMember);
  for (const [client, member] of crowd.entries()) presence.receive(here(client), member, user, true);
  const cursor = { anchor: 'x'.repeat(3900), head: null };
  presence.receive(encodeEntries([[7, 2, { ...ada, cursor, isEditing: true } as never]]), crowd[7]!, user, true);
  const parts = presence.ownMembers();
  const entries = parts.flatMap(decodeEntries);
  expect(entries.map(([client]) => client).sort((a, b) => a - b)).toEqual([...crowd.keys()]);
  expect(entries.find(([client]) => client === 7)?.[2]).toEqual({ user, isEditing: true });
  expect(parts.length).toBeLessThan(20);
  const longest = Math.max(...[...parts, ...told].map((part) => Buffer.from(part).toString('base64').length));
  expect(longest).toBeLessThan(7400);
});
