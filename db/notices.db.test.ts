import { type AddressInfo, connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, select } from '#db/connection.ts';
import { listen } from '#db/notices.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/until.ts';

let database: TestDatabase;
let relay: Server;
const open = new Set<Socket>();
let connections = 0;

beforeAll(async () => {
  database = await createDatabase('postgres');
  const { port, hostname } = new URL(database.databaseUrl!);
  relay = createServer((client) => {
    open.add(client.on('error', () => {}));
    connections += 1;
    // The first connection is accepted and never answered.
    if (connections === 1) return;
    const server = connectTo(Number(port), hostname).on('error', () => {});
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
  const relayed = new URL(database.databaseUrl!);
  relayed.port = String((relay.address() as AddressInfo).port);
  connect({ dataDir: database.dataDir, databaseUrl: database.databaseUrl, databaseDirectUrl: relayed.href });
});
afterAll(async () => {
  await disconnect();
  for (const socket of open) socket.destroy();
  relay.close();
  await database.remove();
});

test('L7: a connection for notices that gets no answer is given up, and the next one brings them', async () => {
  const [heard, faults]: [string[], unknown[]] = [[], []];
  const stop = await listen('tests', {
    onNotice: (payload) => void heard.push(payload),
    onFault: (error) => void faults.push(error),
  });
  expect(faults).toHaveLength(1);
  await until(async () => {
    await select(`SELECT pg_notify('tests', 'another-process news')`);
    expect(heard).toContain('news');
  });
  expect(connections).toBe(2);
  await stop();
});
