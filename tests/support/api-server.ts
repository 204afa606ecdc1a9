import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Dialect } from '#db/connection.ts';
import { createDatabase, DIALECTS, inShortOn, migratedFolder, type TestDatabase } from '#tests/support/database.ts';
import { type Environment, type Place, type RunningServer, startServer } from '#tests/support/server.ts';

/** Returns the shared server of this worker; another worker can use it too. A suite must use only its own people and documents. */
export function sharedServer(dialect: Dialect = 'sqlite'): Place {
  const places = inject('sharedServers')[dialect];
  return places[Number(process.env.VITEST_POOL_ID) % places.length]!;
}

/**
 * Starts a separate server for a suite that configures it or counts all rows. `server()` returns it once the suite
 * runs.
 */
export function ownServer(env: Environment = {}): () => RunningServer {
  let running: RunningServer;
  beforeAll(async () => {
    running = await startServer({ DATA_DIR: await migratedFolder(), ...env });
  });
  afterAll(() => running.remove());
  return () => running;
}

type SharedBody = (server: () => Place, dialect: Dialect) => void;
type OwnBody = (server: () => RunningServer, dialect: Dialect) => void;

/** Services are tested on both databases. Most HTTP suites run on PostgreSQL in the long form only. */
const MOST = inShortOn('sqlite');

/** Runs a suite on the shared servers: on SQLite, and in the long form on PostgreSQL. */
export function describeServers(name: string, body: SharedBody): void {
  onShared(MOST, name, body);
}

/** Runs a suite on the shared servers of both databases, for answers that depend on what the database does. */
export function describeServersOnBoth(name: string, body: SharedBody): void {
  onShared(DIALECTS, name, body);
}

/** Runs a suite on a separate server: on SQLite, and in the long form on PostgreSQL. */
export function describeOwnServers(name: string, body: OwnBody, env: Environment = {}): void {
  onOwn(MOST, name, body, env);
}

/** Runs a suite on a separate server of each database, for answers that depend on what the database does. */
export function describeOwnServersOnBoth(name: string, body: OwnBody, env: Environment = {}): void {
  onOwn(DIALECTS, name, body, env);
}

function onShared(dialects: readonly Dialect[], name: string, body: SharedBody): void {
  describe.each(dialects)(`${name} (%s)`, (dialect) => body(() => sharedServer(dialect), dialect));
}

function onOwn(dialects: readonly Dialect[], name: string, body: OwnBody, env: Environment): void {
  describe.each(dialects)(`${name} (%s)`, (dialect) => {
    let running: RunningServer;
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createDatabase(dialect, { migrated: true });
      running = await startServer({ ...env, DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir });
    });
    afterAll(async () => {
      await running.stop();
      await database.remove();
    });
    body(() => running, dialect);
  });
}
