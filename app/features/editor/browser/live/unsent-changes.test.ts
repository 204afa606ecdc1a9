import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { UnsentChanges } from '#app/features/editor/browser/live/unsent-changes.ts';
import { newEpoch } from '#app/services/live/epochs.ts';
import { createState } from '#app/services/live/shared-text.ts';

/** A server's state of a text and a session that has received it. */
function begin(content: string, epoch = newEpoch()) {
  const state = createState({ title: 'Garden', content }, epoch);
  const server = new Y.Doc();
  Y.applyUpdate(server, state);
  return { epoch, server, ...session(server) };
}

function session(server: Y.Doc) {
  const doc = new Y.Doc();
  const unsent = new UnsentChanges(doc);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(server));
  unsent.stored = Y.encodeStateVector(server);
  return { doc, unsent, text: doc.getText('content') };
}

const textOf = (doc: Y.Doc) => doc.getText('content').toString();

test('changes are unsent until the server has stored them', () => {
  const { server, doc, unsent, text } = begin('Roses.');
  expect(unsent.isEmpty).toBe(true);
  text.insert(0, 'Wild ');
  expect(unsent.isEmpty).toBe(false);
  Y.applyUpdate(server, unsent.update);
  unsent.stored = Y.encodeStateVector(server);
  expect(unsent.isEmpty).toBe(true);
  expect(textOf(server)).toBe(textOf(doc));
});

test('deleting alone is unsent until the server has stored it', () => {
  const { server, unsent, text } = begin('Roses.');
  text.delete(0, 2);
  expect(unsent.isEmpty).toBe(false);
  Y.applyUpdate(server, unsent.update);
  unsent.stored = Y.encodeStateVector(server);
  expect(unsent.isEmpty).toBe(true);
  expect(textOf(server)).toBe('ses.');
});

test('the next session takes over kept changes, however often, and merges them with those of others', () => {
  const { server, unsent, text } = begin('Roses are tall.');
  text.insert(15, ' Mine');
  text.delete(0, 6);
  const kept = unsent.asDraft()!;
  server.getText('content').insert(5, 'Y');
  const next = session(server);
  expect(next.unsent.take(kept, 'kept')).toBe(true);
  expect(next.unsent.take(kept, 'kept')).toBe(true);
  expect(next.unsent.isEmpty).toBe(false);
  Y.applyUpdate(server, next.unsent.update);
  next.unsent.stored = Y.encodeStateVector(server);
  expect(next.unsent.isEmpty).toBe(true);
  expect(textOf(server)).toBe('Yare tall. Mine');
});

test('changes of another state of the document are not taken over', () => {
  const { unsent, text } = begin('Roses.');
  text.insert(0, 'Wild ');
  const kept = unsent.asDraft()!;
  const anew = begin('Roses.');
  expect(anew.unsent.take(kept, 'kept')).toBe(false);
  expect(anew.text.toString()).toBe('Roses.');
  expect(anew.unsent.isEmpty).toBe(true);
});

test('changes that depend on unknown ones are not taken over', () => {
  const first = begin('Roses.');
  first.text.insert(0, 'Wild ');
  first.unsent.stored = Y.encodeStateVector(first.doc);
  first.text.insert(5, 'red ');
  const next = session(first.server);
  expect(next.unsent.take(first.unsent.asDraft()!, 'kept')).toBe(false);
  expect(next.text.toString()).toBe('Roses.');
});
