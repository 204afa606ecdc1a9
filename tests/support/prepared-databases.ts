import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect, disconnect } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { startPostgres } from '#tests/support/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of the test cluster's own database; tests make theirs beside it. */
    postgresUrl: string;
    /** A migrated SQLite file without rows, to be copied. */
    migratedFile: string;
  }
}

/** A migrated database without rows on the test cluster: the template of those that tests work on. */
export const MIGRATED = 'arbor_migrated';

type Prepared = { postgresUrl: string; migratedFile: string; remove: () => Promise<void> };
/** Each project loads this module anew, and all share one cluster. */
const run = globalThis as typeof globalThis & { arborDatabases?: { prepared: Promise<Prepared>; users: number } };

/** One PostgreSQL and one migration of each database for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.arborDatabases ??= { prepared: prepare(), users: 0 };
  const shared = run.arborDatabases;
  shared.users += 1;
  const { postgresUrl, migratedFile, remove } = await shared.prepared;
  project.provide('postgresUrl', postgresUrl);
  project.provide('migratedFile', migratedFile);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await remove();
  };
}

async function prepare(): Promise<Prepared> {
  const [folder, cluster] = await Promise.all([mkdtemp(join(tmpdir(), 'arbor-migrated-')), startPostgres()]);
  await migrated({ dataDir: folder });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${MIGRATED}`);
  await client.end();
  const databaseUrl = new URL(cluster.url);
  databaseUrl.pathname = `/${MIGRATED}`;
  await migrated({ dataDir: folder, databaseUrl: databaseUrl.href });
  const remove = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { postgresUrl: cluster.url, migratedFile: join(folder, 'arbor.sqlite'), remove };
}

async function migrated(where: Parameters<typeof connect>[0]): Promise<void> {
  connect(where);
  await migrate();
  await disconnect();
}
