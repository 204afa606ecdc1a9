import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiveClient } from '#tests/support/live-client.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.remove());

async function timed<T>(work: Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedAt = performance.now();
  return { result: await work, seconds: (performance.now() - startedAt) / 1000 };
}

test('while another process locks SQLite, a document in which somebody writes is read, saves hear 503 within a minute, and SIGTERM ends the server', async () => {
  const olga = await newPerson(server);
  const written = await makeDocument(olga, { content: 'Beds\n' });
  const other = await makeDocument(olga, { content: 'Elsewhere\n' });
  const client = await new LiveClient(olga, written.id).joined();
  const locker = new sqlite3.Database(join(server.dataDir, 'arbor.sqlite'));
  await new Promise((done) => locker.exec('BEGIN IMMEDIATE', done));
  client.content.insert(0, 'Rose ');
  for (const read of [
    () => olga.api.get(`/api/documents/${written.id}`),
    () => olga.page.get(`/doc/${written.id}`),
    () => olga.page.get(`/doc/${written.id}/edit`),
    () => olga.api.get(`/api/documents/${written.id}/comments`),
    () => olga.api.get(`/api/documents/${written.id}`),
  ]) {
    const { result, seconds } = await timed(read());
    expect(result.status).toBe(200);
    expect(seconds).toBeLessThan(5);
  }
  const saves = await Promise.all(
    Array.from({ length: 8 }, () => timed(olga.api.patch(`/api/documents/${other.id}`, { content: 'New\n' }))),
  );
  expect(saves.map(({ result }) => result.status)).toEqual(saves.map(() => 503));
  expect(Math.max(...saves.map(({ seconds }) => seconds))).toBeLessThan(60);
  expect(client.isStored).toBe(false);
  const { result, seconds } = await timed(server.stop());
  expect(result.code).toBe(0);
  expect(seconds).toBeLessThan(11);
  await new Promise<void>((done) => locker.close(() => done()));
  client.leave();
});

test('letters that could not be stored are stored once the lock is gone', async () => {
  const again = await startServer();
  const olga = await newPerson(again);
  const { id } = await makeDocument(olga, { content: 'Beds\n' });
  const client = await new LiveClient(olga, id).joined();
  const locker = new sqlite3.Database(join(again.dataDir, 'arbor.sqlite'));
  await new Promise((done) => locker.exec('BEGIN IMMEDIATE', done));
  client.content.insert(0, 'Rose ');
  const { body } = await olga.api.get(`/api/documents/${id}`);
  expect(body.data.content).toBe('Beds\n');
  await until(() => expect(again.output()).toContain('live-store-failed'));
  await new Promise<void>((done) => locker.close(() => done()));
  await until(async () => expect(client.isStored).toBe(true));
  await until(async () => expect((await olga.api.get(`/api/documents/${id}`)).body.data.content).toBe('Rose Beds\n'));
  client.leave();
  await again.remove();
});
