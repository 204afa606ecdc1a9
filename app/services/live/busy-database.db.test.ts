import { join } from 'node:path';
import pg from 'pg';
import sqlite3 from 'sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as Y from 'yjs';
import { getDocument } from '#app/services/documents/get-document.ts';
import { closeIfEmpty, openLiveDocument } from '#app/services/live/live-documents.ts';
import { connect, disconnect } from '#db/connection.ts';
import { createDatabase, DIALECTS, type TestDatabase } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { until } from '#tests/support/until.ts';

describe.each(DIALECTS)('while the database stores nothing (%s)', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase(dialect, { migrated: true });
    connect(database, { writesInThread: true });
  });
  afterAll(async () => {
    await disconnect();
    await database.remove();
  });

  /** Keeps all others from writing shared states. Returns a function that ends this. */
  async function lock(): Promise<() => Promise<void>> {
    if (dialect === 'sqlite') {
      const other = new sqlite3.Database(join(database.dataDir, 'arbor.sqlite'));
      await new Promise((done) => other.exec('BEGIN IMMEDIATE', done));
      return () => new Promise((done) => other.close(() => done()));
    }
    const other = new pg.Client({ connectionString: database.databaseUrl! });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE document_states IN EXCLUSIVE MODE');
    return () => other.end();
  }

  test('a document in which somebody writes shows its stored text after a second, then at once, and all letters later', async () => {
    const author = await buildUser();
    const { id } = await buildDocument({ owner: author, content: 'Beds\n' });
    const document = await openLiveDocument(id);
    const member = { userId: author.id, send: vi.fn(), stored: vi.fn(), presence: vi.fn(), close: vi.fn() };
    document.members.add(member);
    onTestFinished(async () => {
      document.members.delete(member);
      await closeIfEmpty(document);
    });
    const unlock = await lock();
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(document.doc));
    doc.getText('content').insert(0, 'Rose ');
    document.receive(Y.encodeStateAsUpdate(doc, Y.encodeStateVector(document.doc)), member);
    const read = async () => {
      const startedAt = performance.now();
      const { content } = await getDocument(author, id);
      return { content, ms: performance.now() - startedAt };
    };
    const first = await Promise.all([read(), read(), read()]);
    for (const { content, ms } of first) {
      expect(content).toBe('Beds\n');
      expect(ms).toBeLessThan(3000);
    }
    const next = await read();
    expect(next.content).toBe('Beds\n');
    expect(next.ms).toBeLessThan(500);
    await unlock();
    await until(async () => expect((await read()).content).toBe('Rose Beds\n'));
  });
});
