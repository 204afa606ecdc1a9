import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Dialect } from '#db/connection.ts';
import { createDatabase, DIALECTS, migratedFolder, type TestDatabase } from '#tests/support/database.ts';
import { type Environment, type Place, type RunningServer, startServer } from '#tests/support/server.ts';

/** Returns the server shared by all suites of this worker. A suite must use only its own people and documents. */
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

/** Runs a suite on each database, on the shared servers. */
export function describeServers(name: string, body: (server: () => Place, dialect: Dialect) => void): void {
  describe.each(DIALECTS)(`${name} (%s)`, (dialect) => body(() => sharedServer(dialect), dialect));
}

/** Runs a suite on each database, each on a separate server. */
export function describeOwnServers(
  name: string,
  body: (server: () => RunningServer, dialect: Dialect) => void,
  env: Environment = {},
): void {
  describe.each(DIALECTS)(`${name} (%s)`, (dialect) => {
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
