import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { People } from '#app/features/editor/browser/live/people.ts';
import { encodeEntries } from '#app/services/live/awareness-entries.ts';

const ben = { id: 'c2', name: 'Ben', color: '#123456' };
const list = encodeEntries([[7, 3, { user: ben, isEditing: true, cursor: { head: {} } }]]);
let [doc, sent] = [new Y.Doc(), [] as Uint8Array[]];
let people: People;

beforeEach(() => {
  [doc, sent] = [new Y.Doc(), []];
  people = new People({ doc, userId: 'c1', send: (update) => sent.push(update), onChange: () => {} });
});
afterEach(() => {
  people.end();
  doc.destroy();
});

const names = () => people.others.map(({ name }) => name);

test('others who stayed while the connection was lost are back with the first list after it', () => {
  people.receive(list);
  expect([names(), people.isWrittenElsewhere]).toEqual([['Ben'], true]);
  people.clear();
  expect([names(), people.isWrittenElsewhere]).toEqual([[], false]);
  people.receive(list);
  expect([names(), people.isWrittenElsewhere]).toEqual([['Ben'], true]);
});

test('others see the same cursor after a lost connection, from a newer state', () => {
  people.awareness.setLocalStateField('cursor', { head: {} });
  const before = people.awareness.meta.get(doc.clientID)!.clock;
  people.clear();
  expect(people.awareness.getLocalState()).toEqual({ isEditing: true, cursor: { head: {} } });
  expect(people.awareness.meta.get(doc.clientID)!.clock).toBeGreaterThan(before);
});
