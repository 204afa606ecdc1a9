import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { oncePerRun } from '#tests/support/once-per-run.ts';
import { type Place, type RunningServer, startServer } from '#tests/support/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Built servers with the default environment, two of each database for all workers. */
    sharedServers: { sqlite: Place[]; postgres: Place[] };
  }
}

const SERVERS = 2;
const each = <T>(make: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: SERVERS }, (_, nth) => make(nth)));

/** True if the shared servers are two processes behind nginx (`npm run test:topology`). */
const isTopology = process.env.TOPOLOGY === 'on';

/** Runs after `prepared-databases`: the shared servers' databases are in its PostgreSQL. */
export default oncePerRun(
  'servers',
  async (project) => {
    if (isTopology) return startInTopology();
    const clusterUrl = project.getProvidedContext().postgresUrl;
    const sqlite = await each(() => startServer());
    const postgres = await each((nth) => startOnPostgres(clusterUrl, `arbor_shared_${nth}`));
    const stop = async () => {
      await Promise.all([...sqlite, ...postgres].map(({ remove }) => remove()));
    };
    return { places: { sqlite: sqlite.map(placeOf), postgres: postgres.map(placeOf) }, stop };
  },
  (project, { places }) => {
    project.provide('sharedServers', places);
  },
  ({ stop }) => stop(),
);

async function startInTopology() {
  const { startTopology } = await import('#tests/topology/topology.ts');
  const { place, stop } = await startTopology();
  return { places: { sqlite: [place], postgres: [place] }, stop };
}

const placeOf = ({ url, dataDir, databaseUrl }: RunningServer): Place => ({ url, dataDir, databaseUrl });

async function startOnPostgres(clusterUrl: string, name: string): Promise<RunningServer> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const DATABASE_URL = Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href;
  return startServer({ DATABASE_URL, DATA_DIR: await mkdtemp(join(tmpdir(), 'arbor-shared-')) });
}
