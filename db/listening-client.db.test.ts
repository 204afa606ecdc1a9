import { type AddressInfo, connect as connectTo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
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
/** Treatment of the next connection once it is open. */
let fate: 'ended' | 'silent' | 'kept' = 'kept';
let relayed: URL;

beforeAll(async () => {
  database = await createDatabase('postgres');
  const { port, hostname } = new URL(database.databaseUrl!);
  relay = createServer((client) => {
    connections += 1;
    const own = fate;
    fate = 'kept';
    let isOpen = false;
    const server = connectTo(Number(port), hostname);
    client.pipe(server);
    server.on('data', (data) => {
      if (isOpen && own === 'silent') return;
      isOpen ||= data.subarray(-READY.length).equals(READY);
      client.write(isOpen && own === 'ended' ? Buffer.concat([data, lastMessage()]) : data);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
  relayed = new URL(database.databaseUrl!);
  relayed.port = String((relay.address() as AddressInfo).port);
});
beforeEach(() => {
  connections = 0;
  connect({
    dataDir: database.dataDir,
    databaseUrl: relayed.href,
    pool: { connections: 2, statementSeconds: 1, lockSeconds: 1 },
  });
});
afterEach(disconnect);
afterAll(async () => {
  relay.close();
  await database.remove();
});

test.each(['ended', 'silent'] as const)(
  'L7: a connection that is %s once it is open fails its statement as unavailable, and the next one gets another',
  async (kind) => {
    fate = kind;
    const failed = await select('SELECT 1 AS one').catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failed)).toBe(true);
    expect(await select('SELECT 2 AS two')).toEqual([{ two: 2 }]);
    expect(connections).toBe(2);
  },
);
