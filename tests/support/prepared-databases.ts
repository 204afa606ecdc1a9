import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect, disconnect } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { oncePerRun } from '#tests/support/once-per-run.ts';
import { startPostgres } from '#tests/support/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the test cluster, in which tests create their databases. */
    postgresUrl: string;
    /** Folder for test files, removed after the run. Its `arbor.sqlite` is migrated and empty. */
    runFolder: string;
  }
}

/** A migrated, empty database on the test cluster: the template of all others. */
export const MIGRATED = 'arbor_migrated';

/** Provides one PostgreSQL and one migration of each database for the whole run. */
export default oncePerRun(
  'databases',
  async () => {
    const [folder, cluster] = await Promise.all([mkdtemp(join(tmpdir(), 'arbor-run-')), startPostgres()]);
    await migrated({ dataDir: folder });
    await migrated({ dataDir: folder, databaseUrl: await createEmpty(cluster.url) });
    return { folder, cluster };
  },
  (project, { folder, cluster }) => {
    project.provide('postgresUrl', cluster.url);
    project.provide('runFolder', folder);
  },
  async ({ folder, cluster }) => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  },
);

async function createEmpty(clusterUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${MIGRATED}`);
  await client.end();
  return Object.assign(new URL(clusterUrl), { pathname: `/${MIGRATED}` }).href;
}

async function migrated(where: Parameters<typeof connect>[0]): Promise<void> {
  connect(where);
  await migrate();
  await disconnect();
}
