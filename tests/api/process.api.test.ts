import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect as openSocket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { arbor } from '#tests/support/arbor.ts';
import { Client } from '#tests/support/client.ts';
import { createDatabase } from '#tests/support/database.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { anotherDevice, makeDocument, signUpOver } from '#tests/support/people.ts';
import { startS3 } from '#tests/support/s3.ts';
import { startInVain, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

describe('the server process', () => {
  test('says that it is healthy, where it is, and how the first administrator is made', async () => {
    const server = await startServer();
    const answer = await fetch(`${server.url}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    expect(server.output()).toContain(`http://localhost:${new URL(server.url).port}`);
    expect(server.output()).toMatch(/first administrator/i);
    await server.remove();
  });

  test('L8: SIGTERM finishes what is in flight, lets nobody new in, and exits 0', async () => {
    const server = await startServer();
    const olga = await signUpOver(server);
    const { id } = await makeDocument(olga);
    const save = holdBack(server.url, id, Object.fromEntries(olga.browser.cookies));
    await save.begun;
    const ended = server.stop();
    const knock = () => fetch(`${server.url}/healthz`, { headers: { Connection: 'close' } });
    await until(() => expect(knock()).rejects.toThrow('fetch failed'));
    save.finish();
    expect(await save.answer).toContain(' 200 ');
    expect(await ended).toEqual({ code: 0, signal: null });
    const again = await startServer({ DATA_DIR: server.dataDir });
    expect(await listAfterSignIn(again.url, olga.email)).toContain('held back');
    await again.stop();
    await rm(server.dataDir, { recursive: true });
  });

  test('an idle connection does not keep it from ending', async () => {
    const server = await startServer();
    const idle = openSocket(Number(new URL(server.url).port), '127.0.0.1');
    await new Promise((opened) => idle.once('connect', opened));
    const startedAt = Date.now();
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    idle.destroy();
    await rm(server.dataDir, { recursive: true });
  });

  test('outlives whoever read its log, and does not go on complaining that nobody does', async () => {
    const server = await startServer({ LOG_LEVEL: 'debug' });
    server.leaveOutput();
    for (let nth = 0; nth < 3; nth++) expect((await fetch(`${server.url}/login`)).status).toBe(200);
    const before = processorSeconds(server.pid);
    await wait(1500);
    expect(processorSeconds(server.pid) - before).toBeLessThan(0.5);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    await rm(server.dataDir, { recursive: true });
  });

  test('a wrong value stops the start with one line that names variable, value and what it takes', async () => {
    const wrong: [name: string, value: string, shown: string | null][] = [
      ['PORT', 'eighty', '"eighty"'],
      ['PORT', '70000', '"70000"'],
      ['APP_URL', 'https://example.com/path?a', '"https://example.com/path?a"'],
      ['APP_URL', 'https://example.com/api', '"https://example.com/api"'],
      ['REGISTRATION', 'sometimes', '"sometimes"'],
      ['ADMIN_EMAILS', 'nobody', '"nobody"'],
      ['RATE_LIMIT', 'maybe', '"maybe"'],
      ['LOG_LEVEL', 'loud', '"loud"'],
      ['DATABASE_URL', 'mysql://user:hunter2@host/x', null],
      ['SESSION_SECRET', 'hunter2', null],
      ['DATA_DIR', '/proc/nope', '"/proc/nope"'],
      ['DATABASE_URL', 'postgres://arbor:hunter2@127.0.0.1:1/arbor', '127.0.0.1:1'],
      ['DATABASE_URL', 'postgres://arbor:hunter2@127.0.0.1/arbor?sslrootcert=/nope', "'/nope'"],
    ];
    for (const [name, value, shown] of wrong) {
      const { code, output } = await startInVain({ [name]: value });
      expect([name, code, output.trimEnd().split('\n').length]).toEqual([name, 1, 1]);
      expect(output).toContain(name);
      if (shown) expect(output).toContain(shown);
      expect(output).not.toContain('hunter2');
    }
  });

  test('a database or bucket that does not answer the first start is told with its variable, to commands too', async () => {
    const [database, s3] = [await createDatabase('postgres', { migrated: true }), await startS3()];
    const elsewhere = new URL(database.databaseUrl!);
    elsewhere.pathname = '/nodb';
    const wrong: [env: Record<string, string>, told: RegExp][] = [
      [{ DATABASE_URL: elsewhere.href }, /^DATABASE_URL: .*"nodb"/],
      [{ ...s3.environment, S3_BUCKET: 'nowhere' }, /^S3_BUCKET: got "nowhere", /],
      [{ ...s3.environment, S3_ACCESS_KEY_ID: 'nobody' }, /^S3_ACCESS_KEY_ID: got "nobody", /],
      [{ ...s3.environment, S3_ENDPOINT: 'http://127.0.0.1:1' }, /^S3_ENDPOINT: got "http:\/\/127.0.0.1:1", /],
    ];
    for (const [env, told] of wrong) {
      const { code, output } = await startInVain({ ...env, LOG_LEVEL: 'error' });
      expect([code, output]).toEqual([1, expect.stringMatching(told)]);
      expect(output.trimEnd().split('\n')).toHaveLength(1);
    }
    const { dataDir } = database;
    const unanswered: [url: string, told: RegExp][] = [
      [elsewhere.href, /^DATABASE_URL: .*nodb/],
      ['postgres://arbor:hunter2@127.0.0.1/arbor?sslrootcert=/nope', /^DATABASE_URL: .*'\/nope'/],
    ];
    for (const [url, told] of unanswered) {
      const { code, stderr } = await arbor(['user', 'list'], { dataDir, env: { DATABASE_URL: url } });
      expect([code, stderr]).toEqual([1, expect.stringMatching(told)]);
      expect(stderr).not.toContain('hunter2');
    }
    const made = await arbor(['user', 'create', 'ada@example.com', '--link'], { dataDir: '/proc/nope' });
    expect([made.code, made.stderr]).toEqual([1, expect.stringMatching(/^DATA_DIR: got "\/proc\/nope", /)]);
    await s3.stop();
    await database.remove();
  });

  test('L9: two processes that start at once on one PostgreSQL migrate it once, and share its sessions', async () => {
    const database = await createDatabase('postgres');
    const env = { DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir };
    const [first, second] = await Promise.all([startServer(env), startServer(env)]);
    const migrated = [first, second].filter(({ output }) => output().includes('"event":"migrated"'));
    expect(migrated).toHaveLength(1);
    const olga = await signUpOver(first);
    const cookie = [...olga.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const me = () => fetch(`${second.url}/api/auth/me`, { headers: { Cookie: cookie } });
    expect((await me()).status).toBe(200);
    await olga.api.post('/api/auth/logout');
    expect((await me()).status).toBe(401);
    await Promise.all([first.remove(), second.remove()]);
    await database.remove();
  });

  test('A6: a suspension or deletion acts on the next request of every process on a PostgreSQL', async () => {
    const database = await createDatabase('postgres');
    const env = { DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir };
    const [first, second] = [await startServer(env), await startServer(env)];
    const chief = await signUpOver(first);
    for (const intent of ['suspend', 'delete']) {
      const ben = await signUpOver(first);
      const elsewhere = await anotherDevice(second, ben, true);
      const calls = () => [ben, elsewhere].map((device) => device.api.get('/api/auth/me'));
      expect((await Promise.all(calls())).map(({ status }) => status)).toEqual([200, 200]);
      const path = `/admin/users${intent === 'delete' ? `?confirm=delete&userId=${ben.id}` : ''}`;
      const acted = await chief.page.post(path, { intent, userId: ben.id });
      expect([intent, acted.status]).toEqual([intent, 303]);
      for (const { status, body } of await Promise.all(calls())) expect([status, body.statusCode]).toEqual([401, 1000]);
      for (const device of [ben, elsewhere]) {
        const { status, body } = await device.api.post('/api/auth/refresh');
        expect([status, body.statusCode]).toEqual([401, 1002]);
        expect((await device.page.get('/settings')).headers.get('Location')).toBe('/login?redirectTo=%2Fsettings');
      }
      for (const server of [first, second]) {
        const again = { email: ben.email, password: PASSWORD };
        const { status, body } = await new Client(server.url).api.post('/api/auth/login', again);
        expect([status, body.statusCode]).toEqual([403, 2004]);
      }
    }
    await Promise.all([first.remove(), second.remove()]);
    await database.remove();
  });

  test('what was deleted thirty days ago is purged by one of the processes that start', async () => {
    const database = await createDatabase('postgres');
    const env = { DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir };
    const { dataDir } = database;
    const arborWith = (args: string[]) => arbor(args, { dataDir, env: { DATABASE_URL: database.databaseUrl! } });
    await arborWith(['user', 'create', 'ada@example.com', '--link']);
    await arborWith(['user', 'create', 'old@example.com', '--link']);
    await arborWith(['user', 'delete', 'old@example.com', '--yes']);
    await database.run('UPDATE users SET deleted_at = deleted_at - 31 * 86400000::bigint WHERE deleted_at IS NOT NULL');
    const servers = [await startServer(env), await startServer(env)];
    const runs = () => servers.flatMap(({ output }) => output().match(/"job":"purge-accounts","accounts":1/g) ?? []);
    await until(() => expect(runs()).toHaveLength(1));
    expect((await arborWith(['user', 'list', '--format', 'csv'])).stdout).not.toContain('old@example.com');
    await Promise.all(servers.map((server) => server.remove()));
    expect(runs()).toHaveLength(1);
    await database.remove();
  });

  test('L10: no password, code, cookie or text of a document is in its log', async () => {
    const server = await startServer({ LOG_LEVEL: 'trace', SMTP_URL: 'smtp://127.0.0.1:1' });
    const canary = 'Canary-Secret-77';
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${server.url}/api/auth/register`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'a@example.com', password: canary }),
    });
    await fetch(`${server.url}/login`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@example.com', password: canary }),
    });
    await fetch(`${server.url}/s/${canary}?tempId=${canary}`, { headers: { Cookie: `arbor_access=${canary}` } });
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
    expect(server.output().replaceAll(`/s/${canary}`, '')).not.toContain(canary);
    await server.remove();
  });
});

/** Sends half of a save's body, and the rest on a signal. */
function holdBack(url: string, id: string, cookies: Record<string, string>) {
  const body = JSON.stringify({ title: 'held back' });
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const head = [
    `PATCH /api/documents/${id} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${cookie}`,
    `X-XSRF-TOKEN: ${cookies['XSRF-TOKEN']}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
    '\r\n',
  ];
  const socket = openSocket(Number(new URL(url).port), '127.0.0.1', () => socket.write(head.join('\r\n')));
  let text = '';
  // The server requests the body, so it is handling this request.
  const begun = new Promise<void>((done) => {
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.includes('100 Continue')) done();
    });
  });
  const answer = new Promise<string>((done) => socket.on('close', () => done(text)));
  return { begun, answer, finish: () => socket.write(body) };
}

async function listAfterSignIn(url: string, email: string): Promise<string> {
  const client = new Client(url);
  await client.api.post('/api/auth/login', { email, password: PASSWORD });
  return (await client.api.get('/api/documents')).text;
}

/** Returns the CPU time of a process over all processors in seconds, with a resolution of hundredths. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
