import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, inTransaction, select } from '#db/connection.ts';
import { isDatabaseUnavailable } from '#db/database-errors.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
let stopRelay: () => void;
/** Drops everything that passes from now on, on the connections that are open. */
let silence: () => void;

beforeAll(async () => {
  database = await createDatabase('postgres');
  const { port, hostname } = new URL(database.databaseUrl!);
  const open = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connectTo(Number(port), hostname);
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        server.destroy();
      });
    }
  });
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
  silence = () => {
    for (const socket of open) socket.unpipe().resume();
  };
  stopRelay = () => {
    for (const socket of open) socket.destroy();
    relay.close();
  };
  const relayed = new URL(database.databaseUrl!);
  relayed.port = String((relay.address() as AddressInfo).port);
  const pool = { connections: 2, statementSeconds: 1, lockSeconds: 1 };
  connect({ dataDir: database.dataDir, databaseUrl: relayed.href, pool });
});
afterAll(async () => {
  await disconnect();
  stopRelay();
  await database.remove();
});

test('L7: a statement on a connection that fell silent fails as unavailable, and the next one gets another', async () => {
  expect(await select('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  silence();
  const failed = await inTransaction(() => select('SELECT 2 AS two')).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failed)).toBe(true);
  expect(await select('SELECT 3 AS three')).toEqual([{ three: 3 }]);
}, 30_000);

test('a migration waits for that of another process longer than a statement may take', async () => {
  const other = new pg.Client({ connectionString: database.databaseUrl });
  await other.connect();
  await other.query('BEGIN');
  // The lock of migrations.
  await other.query('SELECT pg_advisory_xact_lock(4127001)');
  const migrated = migrate();
  const isWaiting = async () => {
    const { rows } = await other.query(
      "SELECT clock_timestamp() - query_start > interval '1.5 s' AS waits FROM pg_stat_activity WHERE wait_event = 'advisory'",
    );
    return rows.some(({ waits }) => waits);
  };
  await expect.poll(isWaiting).toBe(true);
  await other.query('COMMIT');
  expect((await migrated).length).toBeGreaterThan(0);
  await other.end();
}, 60_000);
