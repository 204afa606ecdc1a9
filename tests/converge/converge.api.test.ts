import { afterAll, beforeAll, expect, test } from 'vitest';
import { converge, faultsOf } from '#tests/converge/converge.ts';
import { ownServer } from '#tests/support/api-server.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';
import { repeats } from '#tests/support/length.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

const ACTS = repeats(200, 2000);

const alone = ownServer();

test('people who write at random end with one text that has every acknowledged word once', async () => {
  const outcome = await converge([alone()], { acts: ACTS, seed: 1, clients: 5 });
  expect(faultsOf(outcome)).toEqual([]);
});

let database: TestDatabase;
let servers: RunningServer[];
const start = () => startServer({ DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir });
beforeAll(async () => {
  database = await createDatabase('postgres', { migrated: true });
  servers = [await start(), await start()];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.remove();
});

test('also in two processes, of which one is killed in the middle', async () => {
  const outcome = await converge(servers, { acts: ACTS, seed: 2, clients: 4 }, async () => {
    await servers[1]!.stop('SIGKILL');
    const { port } = new URL(servers[1]!.url);
    servers[1] = await startServer({ DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir, PORT: port });
    return servers[1];
  });
  expect(faultsOf(outcome)).toEqual([]);
});
