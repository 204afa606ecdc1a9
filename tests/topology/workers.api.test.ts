import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';
import { repeats } from '#tests/support/length.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { type RunningServer, startInVain, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { startLoad } from '#tests/topology/load.ts';

const WORKERS = 2;

let database: TestDatabase;
let server: RunningServer;
beforeAll(async () => {
  database = await createDatabase('postgres', { migrated: true });
  server = await startServer({
    DATABASE_URL: database.databaseUrl,
    DATA_DIR: database.dataDir,
    WORKERS: String(WORKERS),
    SHUTDOWN_DELAY: '1',
  });
});
afterAll(() => database.remove());

const workersOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200;

test.skipIf(process.platform !== 'linux')(
  'workers share the port, are replaced on SIGHUP under load and after a kill',
  async () => {
    await until(() => expect(workersOf(server.pid)).toHaveLength(WORKERS));
    const olga = await newPerson(server);
    const { id } = await makeDocument(olga);
    const headers = {
      Cookie: [...olga.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'X-XSRF-TOKEN': olga.browser.cookies.get('XSRF-TOKEN')!,
    };
    const body = (n: number) => ({ content: `Bed ${n}`, autosave: true });
    const load = startLoad(server.url, [
      { path: '/api/auth/me', headers },
      { path: `/doc/${id}`, headers },
      { path: `/api/documents/${id}`, headers, body },
    ]);
    for (let n = 0; n < repeats(1, 10); n += 1) {
      const before = workersOf(server.pid);
      process.kill(server.pid, 'SIGHUP');
      await until(() => {
        const now = workersOf(server.pid);
        expect(now).toHaveLength(WORKERS);
        expect(now.filter((pid) => before.includes(pid))).toEqual([]);
      });
    }
    const { answered, failed } = await load.end();
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(0);

    const [first] = workersOf(server.pid);
    process.kill(first!, 'SIGKILL');
    await until(() => expect(server.output()).toContain('"event":"worker-ended"'));
    await until(async () => {
      expect(workersOf(server.pid)).toHaveLength(WORKERS);
      expect(workersOf(server.pid)).not.toContain(first);
      expect(await isReady()).toBe(true);
    });
    expect(await server.stop()).toEqual({ code: 0, signal: null });
  },
  600_000,
);

test('workers that cannot start end with one code, as one process does', async () => {
  const env = { DATABASE_URL: database.databaseUrl, SESSION_SECRET: 'another secret than that of the installation' };
  const { code, output } = await startInVain({ ...env, WORKERS: '2' });
  expect([code, output]).toEqual([1, expect.stringContaining('SESSION_SECRET')]);
});

test('WORKERS without PostgreSQL stops the start', async () => {
  const { code, output } = await startInVain({ WORKERS: '2' });
  expect([code, output]).toEqual([1, expect.stringContaining('WORKERS')]);
});
