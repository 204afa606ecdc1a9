import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { awaitRemovedFiles } from '#app/services/files/restore-file.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { awaitChangeNotifications } from '#app/services/notifications/notify-of-change.ts';
import { awaitNotificationMails } from '#app/services/notifications/send-notification-mails.ts';
import { connect, type Dialect, disconnect } from '#db/connection.ts';
import { isLong } from '#tests/support/length.ts';
import { MIGRATED } from '#tests/support/prepared-databases.ts';
import { SECRET } from '#tests/support/secret.ts';

export const DIALECTS = ['sqlite', 'postgres'] as const satisfies Dialect[];

/** Returns the databases of a slow test: in the short form one, in the long form both. */
export const inShortOn = (dialect: Dialect): readonly Dialect[] => (isLong ? DIALECTS : [dialect]);

/** Pairs databases with values: in the short form each of either occurs, in the long form each pair. */
export function pairedWithDialects<Value>(values: readonly Value[]): [Dialect, Value][] {
  if (isLong) return DIALECTS.flatMap((dialect) => values.map((value): [Dialect, Value] => [dialect, value]));
  const count = Math.max(DIALECTS.length, values.length);
  return Array.from({ length: count }, (_, nth) => [DIALECTS[nth % DIALECTS.length]!, values[nth % values.length]!]);
}

/** Folder of this process for `secret` and `outbox/`. Removed after the run; unset under `vitest list`. */
export const DATA_DIR = mkdtempSync(join(inject('runFolder') ?? tmpdir(), 'arbor-test-'));

// The configuration is read lazily, after the imports.
for (const name of ['DATABASE_URL', 'APP_URL', 'SMTP_URL']) delete process.env[name];
if (process.env.SESSION_SECRET !== SECRET) delete process.env.SESSION_SECRET;
Object.assign(process.env, { DATA_DIR, RATE_LIMIT: 'off' });

/** An empty database and its address. */
export type TestDatabase = {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Runs one statement on a separate connection, for states that no service can produce (PostgreSQL). */
  run: (statement: string) => Promise<void>;
  remove: () => Promise<void>;
};

/** Runs a suite on each database, migrated and empty. */
export function describeOnBoth(name: string, body: (dialect: Dialect) => void): void {
  describe.each(DIALECTS)(`${name} (%s)`, (dialect) => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createDatabase(dialect, { migrated: true });
      // Servers write in a thread too.
      connect(database, { writesInThread: true });
    });
    afterAll(async () => {
      await awaitChangeNotifications();
      await awaitNotificationMails();
      await awaitMails();
      await awaitRemovedFiles();
      await disconnect();
      await database.remove();
    });
    body(dialect);
  });
}

let made = 0;

/** Creates an empty or a migrated database without connecting to it. */
export async function createDatabase(dialect: Dialect, { migrated = false } = {}): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(DATA_DIR, 'database-'));
  const removeFolder = async () => rmSync(dataDir, { recursive: true, force: true });
  const run = () => Promise.reject(new Error('One statement from outside: PostgreSQL only'));
  if (dialect === 'sqlite' && migrated)
    copyFileSync(join(inject('runFolder'), 'arbor.sqlite'), join(dataDir, 'arbor.sqlite'));
  if (dialect === 'sqlite') return { dataDir, databaseUrl: undefined, run, remove: removeFolder };
  made += 1;
  const name = `arbor_${process.pid}_${made}_${Date.now()}`;
  await onCluster(`CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${MIGRATED}` : ''}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const remove = async () => {
    await removeFolder();
    await onCluster(`DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { dataDir, databaseUrl: url.href, run: (statement) => onPostgres(url.href, statement), remove };
}

/** Returns a DATA_DIR with a migrated SQLite database, so that a server starts faster. */
export const migratedFolder = async (): Promise<string> => (await createDatabase('sqlite', { migrated: true })).dataDir;

function onCluster(statement: string): Promise<void> {
  return onPostgres(inject('postgresUrl'), statement);
}

export async function onPostgres(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
