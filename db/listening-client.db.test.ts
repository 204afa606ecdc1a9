import { type AddressInfo, connect as connectTo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, select } from '#db/connection.ts';
import { isDatabaseUnavailable } from '#db/database-errors.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** PostgreSQL's last message on a connection that an administrator ends. */
function lastMessage(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

let database: TestDatabase;
let relay: Server;
let connections = 0;

beforeAll(async () => {
  database = await createDatabase('postgres');
  const { port, hostname } = new URL(database.databaseUrl!);
  relay = createServer((client) => {
    connections += 1;
    const isEnded = connections === 1;
    const server = connectTo(Number(port), hostname);
    client.pipe(server);
    server.on('data', (data) => {
      client.write(isEnded && data.subarray(-READY.length).equals(READY) ? Buffer.concat([data, lastMessage()]) : data);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
  const relayed = new URL(database.databaseUrl!);
  relayed.port = String((relay.address() as AddressInfo).port);
  const pool = { connections: 2, statementSeconds: 5, lockSeconds: 5 };
  connect({ dataDir: database.dataDir, databaseUrl: relayed.href, pool });
});
afterAll(async () => {
  await disconnect();
  relay.close();
  await database.remove();
});

test('L7: a connection that is ended as it opens fails its statement as unavailable, and the next one gets another', async () => {
  const failed = await select('SELECT 1 AS one').catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failed)).toBe(true);
  expect(await select('SELECT 2 AS two')).toEqual([{ two: 2 }]);
  expect(connections).toBe(2);
});
