import { afterAll, beforeAll, expect, test } from 'vitest';
import { converge, faultsOf } from '#tests/converge/converge.ts';
import { ownServer } from '#tests/support/api-server.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';
import { repeats } from '#tests/support/length.ts';
import { LiveClient } from '#tests/support/live-client.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
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

test('who joins one process has what another one has just saved', async () => {
  const owner = await newPerson(servers[0]!, 'owner');
  const { id } = await makeDocument(owner, { content: 'Before' });
  const there = await new LiveClient(owner, id, { url: servers[1]!.url }).joined();
  for (let n = 1; n <= 5; n += 1) {
    await owner.api.patch(`/api/documents/${id}`, { content: `After ${n}` });
    const joining = await new LiveClient(owner, id, { url: servers[1]!.url }).joined();
    expect(joining.text).toBe(`After ${n}`);
    joining.leave();
  }
  there.leave();
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
