import type { QueryTypes, Sequelize, Transaction } from 'sequelize';
import type { InputMigrations, Umzug, UmzugStorage } from 'umzug';
import { askReplica, database, dialect, select } from '#db/connection.ts';
import type { MigrationContext } from '#db/migration.ts';
import { currentName, migrations } from '#db/migrations/index.ts';
import { withLongStatements } from '#db/silent-connections.ts';

/** `unknown` are executed migrations of a newer version. */
export type MigrationStatus = { executed: string[]; pending: string[]; unknown: string[] };

/** Thrown if a newer version has migrated the database. This one must neither read nor write it. */
export class NewerDatabase extends Error {
  constructor(migrations: string[]) {
    super(
      `the database has migrations that this version does not know (${migrations.join(', ')}): start the version that ` +
        'made them, or revert them with its "arbor db migrate --down"',
    );
  }
}

const TYPES = {
  sqlite: { key: 'TEXT', number: 'REAL', serial: 'INTEGER PRIMARY KEY AUTOINCREMENT' },
  postgres: { key: 'TEXT COLLATE "C"', number: 'DOUBLE PRECISION', serial: 'SERIAL PRIMARY KEY' },
};
const TABLE = 'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, executed_at BIGINT NOT NULL)';
/** An arbitrary constant: all processes that migrate the same PostgreSQL database use this lock. */
const ADVISORY_LOCK = 4_127_001;

/** Runs all pending migrations in one transaction. Returns their names. Throws NewerDatabase. */
export async function migrate(): Promise<string[]> {
  const { unknown } = await migrationStatus();
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  if (await isUpToDate()) return [];
  return underLock(async (umzug) => (await umzug.up()).map(({ name }) => name));
}

const HAS_TABLE = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'migrations'",
  postgres: "SELECT 1 AS name WHERE to_regclass('migrations') IS NOT NULL",
};

/** Detects the usual case without a lock and without loading the migration code. Returns false for former names. */
async function isUpToDate(): Promise<boolean> {
  const executed = new Set(await executedNames());
  return migrations.every(({ name }) => executed.has(name));
}

async function executedNames(): Promise<string[]> {
  if ((await select(HAS_TABLE[dialect()])).length === 0) return [];
  return (await select<{ name: string }>('SELECT name FROM migrations ORDER BY name')).map(({ name }) => name);
}

/** Returns true if the replica has the schema of this version; null without a replica. Throws its errors. */
export async function isReplicaCurrent(): Promise<boolean | null> {
  const newest = migrations.at(-1)!.name;
  const found = await askReplica('SELECT name FROM migrations WHERE name = $newest', { newest });
  return found && found.length > 0;
}

/** Reverts the last migration (`to` undefined) or all down to and including `to`. */
export function migrateDown(to?: string): Promise<string[]> {
  return underLock(async (umzug) => (await umzug.down(to ? { to } : {})).map(({ name }) => name));
}

/** Read-only. Does not wait for a running migration or block one. */
export async function migrationStatus(): Promise<MigrationStatus> {
  const known = new Set((await executedNames()).map(currentName));
  const names = migrations.map(({ name }) => name);
  return {
    executed: names.filter((name) => known.has(name)),
    pending: names.filter((name) => !known.has(name)),
    unknown: [...known].filter((name) => !names.includes(name)),
  };
}

/**
 * Umzug has no lock, so processes that start together would both migrate. An immediate transaction (SQLite) or a
 * transaction-level advisory lock (PostgreSQL) admits one and makes the whole step atomic.
 */
async function underLock<T>(work: (umzug: Umzug<MigrationContext>) => Promise<T>): Promise<T> {
  const sequelize = await database();
  return withLongStatements(() =>
    sequelize.transaction(async (transaction) => {
      const run = (sql: string) => sequelize.query(sql, { transaction, raw: true });
      return work(await lockedUmzug(run, sequelize, transaction));
    }),
  );
}

/** Runs the named migrations, or all pending ones, inside the open transaction. */
export async function migrateWithin(names?: string[]): Promise<void> {
  // The statements join the open transaction automatically.
  const sequelize = await database();
  const umzug = await lockedUmzug((sql) => sequelize.query(sql, { raw: true }), sequelize, undefined);
  if (names?.length === 0) return;
  await (names ? umzug.up({ migrations: names.map(currentName) }) : umzug.up());
}

async function lockedUmzug(run: MigrationContext['run'], sequelize: Sequelize, transaction: Transaction | undefined) {
  if (dialect() === 'postgres') {
    await run("SET LOCAL lock_timeout = '120s'");
    // It also bounds the wait for the lock, while another process migrates.
    await run('SET LOCAL statement_timeout = 0');
    await run(`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`);
  }
  await run(TABLE);
  await renameRecorded(run);
  const { Umzug } = await import('umzug');
  const context: MigrationContext = { run, dialect: dialect(), ...TYPES[dialect()] };
  return new Umzug({ migrations: steps(), context, storage: storage(sequelize, transaction), logger: undefined });
}

/** Renames migrations recorded under a former name. */
async function renameRecorded(run: MigrationContext['run']): Promise<void> {
  for (const name of await executedNames()) {
    const current = currentName(name);
    // Safe to inline: the names are constants without quotes.
    if (current !== name) await run(`UPDATE migrations SET name = '${current}' WHERE name = '${name}'`);
  }
}

function steps(): InputMigrations<MigrationContext> {
  return migrations.map(({ name, up, down }) => ({
    name,
    up: ({ context }) => up(context),
    down: ({ context }) => down(context),
  }));
}

function storage(sequelize: Sequelize, transaction: Transaction | undefined): UmzugStorage {
  const joined = transaction ? { transaction } : {};
  const options = (bind: Record<string, unknown>) => ({ bind, ...joined, raw: true });
  return {
    logMigration: async ({ name }) => {
      const bind = { name, now: Date.now() };
      await sequelize.query('INSERT INTO migrations (name, executed_at) VALUES ($name, $now)', options(bind));
    },
    unlogMigration: async ({ name }) => {
      await sequelize.query('DELETE FROM migrations WHERE name = $name', options({ name }));
    },
    executed: async () => {
      const rows = await sequelize.query<{ name: string }>('SELECT name FROM migrations ORDER BY name', {
        ...joined,
        type: 'SELECT' as QueryTypes.SELECT,
      });
      return rows.map(({ name }) => name);
    },
  };
}
