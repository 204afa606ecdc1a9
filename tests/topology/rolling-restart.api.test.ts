import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';
import { repeats } from '#tests/support/length.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { freePort } from '#tests/support/postgres.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { type Ask, startLoad } from '#tests/topology/load.ts';
import { isInstalled, type RunningProxy, startHaproxy, startNginx, startPgBouncer } from '#tests/topology/proxies.ts';

// Requires Debian's packages nginx, haproxy and pgbouncer; without them the tests are skipped.

const RESTARTS = repeats(2, 20);
/**
 * Proxies with the maximum number of writes that may get 502. nginx does not check `/readyz` or repeat writes, so one
 * can reach a process at the moment it closes. Reads are repeated.
 */
const PROXIES = [
  ['nginx', startNginx, Math.ceil(RESTARTS / 10)],
  ['haproxy', startHaproxy, 0],
] as const;

let database: TestDatabase;
let pool: RunningProxy | undefined;
let ports: [number, number];
let servers: RunningServer[];

/** Starts a process on the common database, through PgBouncer if it is installed. */
const startOn = (port: number) =>
  startServer({
    PORT: String(port),
    DATABASE_URL: pool?.url ?? database.databaseUrl,
    DATABASE_DIRECT_URL: database.databaseUrl,
    DATA_DIR: database.dataDir,
    TRUST_PROXY: 'loopback',
    SHUTDOWN_DELAY: '2',
  });

beforeAll(async () => {
  database = await createDatabase('postgres', { migrated: true });
  if (isInstalled('pgbouncer')) pool = await startPgBouncer(database.databaseUrl!);
  ports = [await freePort(), await freePort()];
  servers = [await startOn(ports[0]), await startOn(ports[1])];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await pool?.stop();
  await database.remove();
});

/** Returns requests of readers and writers: pages, the API, and saves, each of a separate document. */
async function asksOf(person: Person): Promise<Ask[]> {
  const cookies = [...person.browser.cookies];
  const headers = {
    Cookie: cookies.map(([name, value]) => `${name}=${value}`).join('; '),
    'X-XSRF-TOKEN': person.browser.cookies.get('XSRF-TOKEN')!,
  };
  const reads = ['/', '/api/auth/me', '/search?keyword=bed', '/settings'].map((path) => ({ path, headers }));
  const saved = await Promise.all([1, 2, 3].map(() => makeDocument(person)));
  const writes = saved.map(({ id }) => ({
    path: `/api/documents/${id}`,
    headers,
    body: (n: number) => ({ content: `Bed ${n}`, autosave: true }),
  }));
  return [...reads, ...writes];
}

describe.each(PROXIES)('a rolling restart behind %s', (name, startProxy, writesMax) => {
  test.skipIf(!isInstalled(name))(
    'L8: loses no request under load',
    async () => {
      const proxy = await startProxy(ports);
      const olga = await newPerson({ ...servers[0]!, databaseUrl: database.databaseUrl, url: proxy.url });
      const load = startLoad(proxy.url, await asksOf(olga));
      for (let n = 0; n < RESTARTS; n += 1) {
        const before = load.answered();
        await until(() => expect(load.answered()).toBeGreaterThan(before + 50));
        const stopped = await servers[n % 2]!.stop();
        expect(stopped).toEqual({ code: 0, signal: null });
        servers[n % 2] = await startOn(ports[n % 2]!);
      }
      const { answered, failed } = await load.end();
      await proxy.stop();
      const isLostWrite = (line: string) => /^PATCH .*: 502$/.test(line);
      expect(failed.filter((line) => !isLostWrite(line))).toEqual([]);
      expect(failed.filter(isLostWrite).length).toBeLessThanOrEqual(writesMax);
      expect(answered).toBeGreaterThan(50 * RESTARTS);
      process.stdout.write(`${name}: ${RESTARTS} restarts, ${answered} requests answered, ${failed.length} failed\n`);
    },
    900_000,
  );
});
