import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, onPostgres } from '#tests/support/database.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { makeLink } from '#tests/support/public-link.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { PNG, requestUpload } from '#tests/support/upload.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let server: RunningServer;

beforeAll(async () => {
  postgres = await startPostgres();
  server = await startServer({ DATABASE_URL: postgres.url });
});
afterAll(async () => {
  await server.remove();
  await postgres.stop();
});

const statusOf = async (path: string) => (await fetch(server.url + path)).status;

async function expectUnavailable(who: Person, paths: string[]): Promise<void> {
  for (const path of paths) {
    const { status, headers, text } = await who.page.get(path);
    expect([path, status]).toEqual([path, 503]);
    expect([path, Number(headers.get('Retry-After'))]).toEqual([path, expect.any(Number)]);
    expect([path, headers.get('Retry-After')]).not.toEqual([path, null]);
    const type = path.startsWith('/api/') ? 'application/json' : 'text/';
    expect([path, headers.get('Content-Type')]).toEqual([path, expect.stringContaining(type)]);
    expect(text).not.toMatch(/ECONN|Sequelize|at \w+ \(/);
  }
}

test('L7: while PostgreSQL is away every path answers 503 in its own form, and all is well once it is back', async () => {
  const olga = await newPerson(server);
  const { id } = await makeDocument(olga, { title: 'Kept' });
  const shared = await makeLink(olga, id);
  const ticket = await requestUpload(olga);
  const resume = await postgres.halt();
  const pages = [
    '/',
    `/doc/${id}`,
    `/doc/${id}.data`,
    `/doc/${id}/edit`,
    '/search?keyword=kept',
    '/settings',
    '/login',
    shared,
  ];
  await expectUnavailable(olga, [
    ...pages,
    '/admin/users',
    '/api/auth/me',
    '/api/documents',
    `/api/documents/${id}`,
    '/api/events',
  ]);
  await expectForms(olga, id);
  const { url, headers } = ticket.credentials;
  const uploaded = await fetch(url, { method: 'PUT', headers, body: PNG });
  expect([uploaded.status, uploaded.headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(await uploaded.json()).toEqual({ statusCode: 503, message: expect.any(String) });
  const probes = () => Promise.all(['/livez', '/healthz', '/readyz'].map(statusOf));
  // Responses are cached for half a second.
  await until(async () => expect(await probes()).toEqual([200, 503, 503]));
  await resume();
  await until(async () => expect(await statusOf('/readyz')).toBe(200));
  expect((await olga.api.get(`/api/documents/${id}`)).body.data.title).toBe('Kept');
});

async function expectForms(olga: Person, id: string): Promise<void> {
  const posted = await olga.api.post('/api/documents', { title: 'Lost' });
  expect([posted.status, posted.headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  const form = await olga.page.postBlind(`/doc/${id}/edit`, {
    intent: 'save',
    title: 'Typed',
    content: 'Not to be lost',
  });
  expect([form.status, form.headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(form.text).toContain('value="Not to be lost"');
}

test('a database that only reads serves readers, refuses writers with 503, and is not ready', async () => {
  const olga = await newPerson(server);
  const { id } = await makeDocument(olga);
  await onPostgres(postgres.url, 'ALTER SYSTEM SET default_transaction_read_only = on');
  await onPostgres(postgres.url, 'SELECT pg_reload_conf()');
  await until(async () => expect(await statusOf('/readyz')).toBe(503));
  expect(await Promise.all(['/livez', '/healthz'].map(statusOf))).toEqual([200, 200]);
  expect((await olga.page.get(`/doc/${id}`)).status).toBe(200);
  const { status, headers } = await olga.api.patch(`/api/documents/${id}`, { title: 'Other' });
  expect([status, headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  await onPostgres(postgres.url, 'ALTER SYSTEM RESET default_transaction_read_only');
  await onPostgres(postgres.url, 'SELECT pg_reload_conf()');
  await until(async () => expect(await statusOf('/readyz')).toBe(200));
  expect((await olga.api.patch(`/api/documents/${id}`, { title: 'Other' })).status).toBe(200);
});

test('while every connection waits for a lock, others hear 503 at once, and the probes go on', async () => {
  const database = await createDatabase('postgres', { migrated: true });
  const narrow = await startServer({
    DATABASE_URL: database.databaseUrl,
    DATA_DIR: database.dataDir,
    DATABASE_POOL: '2',
    DATABASE_LOCK_TIMEOUT: '120',
    DATABASE_STATEMENT_TIMEOUT: '120',
  });
  const olga = await newPerson(narrow);
  const { id } = await makeDocument(olga);
  const locker = new pg.Client({ connectionString: database.databaseUrl! });
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE documents IN ACCESS EXCLUSIVE MODE');
  const ended: number[] = [];
  const held = [1, 2].map(async () => ended.push((await olga.api.get(`/api/documents/${id}`)).status));
  const ask = (path: string) => fetch(narrow.url + path).then(({ status }) => status);
  const others = async () =>
    Promise.all(Array.from({ length: 8 }, async () => (await olga.api.get('/api/auth/me')).status));
  await until(async () => expect(await others()).toEqual(Array(8).fill(503)));
  expect(await Promise.all(['/livez', '/healthz', '/readyz'].map(ask))).toEqual([200, 200, 200]);
  expect(ended).toEqual([]);
  await locker.query('ROLLBACK');
  await Promise.all(held);
  expect(ended).toEqual([200, 200]);
  await until(async () => expect(await others()).toEqual(Array(8).fill(200)));
  await locker.end();
  await narrow.stop();
  await database.remove();
});

test('L8: a stopping process says so to a proxy first, and resets no connection that is reused', async () => {
  const stopping = await startServer({ SHUTDOWN_DELAY: '2' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string) =>
    new Promise<string>((answered) => {
      const asked = request(stopping.url + path, { agent }, (response) => {
        response.resume().on('end', () => answered(`${response.statusCode} ${response.headers.connection}`));
      });
      asked.on('error', ({ code }: NodeJS.ErrnoException) =>
        answered(asked.reusedSocket ? `reused ${code}` : 'refused'),
      );
      asked.end();
    });
  expect([await ask('/livez'), await ask('/readyz')]).toEqual(['200 keep-alive', '200 keep-alive']);
  const ended = stopping.stop();
  await until(async () => expect(await ask('/readyz')).toBe('503 close'));
  const answers = new Set<string>();
  // A connection that arrives as the listener closes is refused by the kernel, as a reset on a busy machine.
  while (!answers.has('refused')) {
    answers.add(await ask('/login'));
    await wait(20);
  }
  expect([...answers]).toEqual(['200 close', 'refused']);
  expect(await ended).toEqual({ code: 0, signal: null });
  agent.destroy();
});
