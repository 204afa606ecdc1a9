import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import * as Y from 'yjs';
import { decodeEntries, encodeEntries } from '#app/services/live/awareness-entries.ts';
import type { LiveMember } from '#app/services/live/live-document.ts';
import { closeIfEmpty, openLiveDocument, startLiveDocuments } from '#app/services/live/live-documents.ts';
import { type LiveSignal, notifyProcesses } from '#app/services/live/live-signals.ts';
import { presentUser } from '#app/services/live/present-user.ts';
import { connect, disconnect } from '#db/connection.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { until } from '#tests/support/until.ts';

let own: TestDatabase;
let other: pg.Client;
let stop: () => Promise<void>;
/** Signals that another process hears. */
let heard: LiveSignal[] = [];

beforeAll(async () => {
  own = await createDatabase('postgres', { migrated: true });
  connect(own);
  stop = await startLiveDocuments();
  other = new pg.Client({ connectionString: own.databaseUrl! });
  await other.connect();
  other.on('notification', ({ payload }) => {
    heard.push(...(JSON.parse(payload!.slice(payload!.indexOf(' '))) as LiveSignal[]));
  });
  await other.query('LISTEN arbor_live');
});
afterAll(async () => {
  await other.end();
  await stop();
  await disconnect();
  await own.remove();
});

const newMember = (userId: string): LiveMember => ({
  userId,
  send: vi.fn(),
  stored: vi.fn(),
  presence: vi.fn(),
  close: vi.fn(),
});

/** A document that this process has opened, with members in it. */
async function opened(count: number) {
  const author = await buildUser();
  const { id } = await buildDocument({ owner: author, content: 'Beds\n' });
  const document = await openLiveDocument(id);
  const members = Array.from({ length: count }, () => newMember(author.id));
  for (const [client, member] of members.entries()) {
    document.members.add(member);
    const state = { user: presentUser(author), isEditing: true };
    document.presence.receive(encodeEntries([[client, 1, state]]), member, presentUser(author), true);
  }
  onTestFinished(async () => {
    for (const member of members) {
      document.members.delete(member);
      document.presence.leave(member);
    }
    await closeIfEmpty(document);
  });
  return { id, document, member: members[0]! };
}

test('another process hears of stored letters before it compares positions', async () => {
  const { id, document, member } = await opened(1);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(document.doc));
  doc.getText('content').insert(0, 'Rose ');
  await pause(100);
  heard = [];
  document.receive(Y.encodeStateAsUpdate(doc, Y.encodeStateVector(document.doc)), member);
  await document.flush();
  // Settling, which is told as well, begins after a second.
  await pause(200);
  expect(heard).toContainEqual({ kind: 'changed', documentId: id });
});

test('another process that asks hears of each of a hundred editors', async () => {
  const { id } = await opened(100);
  await pause(100);
  heard = [];
  const asks: LiveSignal[] = [{ kind: 'announce', documentId: id }];
  await other.query('SELECT pg_notify($1, $2)', ['arbor_live', `other ${JSON.stringify(asks)}`]);
  await until(async () => {
    const messages = heard.flatMap((signal) => (signal.kind === 'presence' ? [signal.message] : []));
    const clients = messages.flatMap((message) =>
      decodeEntries(Buffer.from(message, 'base64')).map(([client]) => client),
    );
    expect(clients.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, client) => client));
  });
});

test('news for a thousand people reach another process', async () => {
  heard = [];
  const userIds = Array.from({ length: 1000 }, (_, nth) => `c${String(nth).padStart(24, '0')}`);
  notifyProcesses({ kind: 'notification', userIds });
  await until(async () => {
    expect(heard.flatMap((signal) => (signal.kind === 'notification' ? signal.userIds : []))).toEqual(userIds);
  });
});
