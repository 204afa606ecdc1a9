import { afterAll, beforeAll, describe } from 'vitest';
import type { Dialect } from '#db/connection.ts';
import { createDatabase, DIALECTS, type TestDatabase } from '#tests/support/database.ts';
import { type Environment, type RunningServer, startServer } from '#tests/support/server.ts';

/** A server for the whole suite; `server()` is it, once the suite runs. */
export function serverForSuite(env: Environment = {}): () => RunningServer {
  let running: RunningServer;
  beforeAll(async () => {
    running = await startServer(env);
  });
  afterAll(() => running.remove());
  return () => running;
}

/** The suite once on each database, each time on a server of its own. */
export function describeServers(
  name: string,
  body: (server: () => RunningServer, dialect: Dialect) => void,
  env: Environment = {},
): void {
  describe.each(DIALECTS)(`${name} (%s)`, (dialect) => {
    let running: RunningServer;
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createDatabase(dialect);
      running = await startServer({ ...env, DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir });
    });
    afterAll(async () => {
      await running.stop();
      await database.remove();
    });
    body(() => running, dialect);
  });
}
