import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import pg from 'pg';
import { QueryTypes, Sequelize, type Transaction } from 'sequelize';
import type sqlite3 from 'sqlite3';
import { defineModels } from '#db/models/index.ts';
import { closeIdleConnections, sqliteDriver, statementsOf } from '#db/sqlite-driver.ts';
import { SqliteReader } from '#db/sqlite-reader.ts';
import type { SqliteStatements } from '#db/sqlite-statements.ts';

export type Dialect = 'sqlite' | 'postgres';
type Where = { dataDir: string; databaseUrl?: string | undefined };
type Binds = Record<string, unknown>;

let sequelize: Sequelize | undefined;
let sqliteFile: string | undefined;
let reader: SqliteReader | undefined;

// Every query joins the transaction it was called in, without passing it along: Sequelize asks this namespace for it.
const scope = new AsyncLocalStorage<Map<string, unknown>>();
// biome-ignore lint/correctness/useHookAtTopLevel: not a React hook
Sequelize.useCLS({
  get: (name: string) => scope.getStore()?.get(name),
  set: (name: string, value: unknown) => scope.getStore()?.set(name, value),
  run: (work: () => unknown) => scope.run(new Map(), work),
  bind: (work: unknown) => work,
});

// Instants and counters are BIGINT on PostgreSQL; they stay below 2^53, so they are plain numbers everywhere.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens the database of this process: PostgreSQL when `databaseUrl` is set, else `dataDir/arbor.sqlite`. */
export function connect({ dataDir, databaseUrl }: Where): Sequelize {
  const common = { logging: false, define: { timestamps: false, underscored: true } } as const;
  if (databaseUrl) {
    sequelize = new Sequelize(databaseUrl, {
      ...common,
      dialect: 'postgres',
      dialectModule: pg,
      pool: { max: 10, min: 0, acquire: 10_000, idle: 10_000 },
      dialectOptions: {
        connectionTimeoutMillis: 5000,
        statement_timeout: 30_000,
        lock_timeout: 5000,
        idle_in_transaction_session_timeout: 30_000,
      },
    });
  } else {
    sqliteFile = join(dataDir, 'arbor.sqlite');
    sequelize = new Sequelize({
      ...common,
      dialect: 'sqlite',
      dialectModule: sqliteDriver,
      storage: sqliteFile,
      transactionType: 'IMMEDIATE' as Transaction.TYPES,
    });
  }
  defineModels(sequelize);
  return sequelize;
}

export function database(): Sequelize {
  if (!sequelize) throw new Error('The database is not connected: call connect() first');
  return sequelize;
}

export function dialect(): Dialect {
  return database().getDialect() as Dialect;
}

export async function disconnect(): Promise<void> {
  await lastWrite;
  await reader?.close();
  await sequelize?.close();
  if (sqliteFile) await closeIdleConnections(sqliteFile);
  sequelize = undefined;
  sqliteFile = undefined;
  reader = undefined;
}

/** Rows of a SELECT; parameters are written `$name` and always bound. Runs inside the open transaction, if any. */
export async function select<Row extends object>(sql: string, bind: Binds = {}): Promise<Row[]> {
  if (sqliteFile && !isInTransaction()) {
    reader ??= new SqliteReader(sqliteFile);
    return reader.all<Row>(sql, bind);
  }
  const compiled = openStatements();
  if (compiled) return compiled.all<Row>(sql, bind);
  return database().query<Row>(sql, { bind, type: QueryTypes.SELECT, raw: true });
}

export type Read = <Row extends object>(sql: string, bind?: Binds) => Promise<Row[]>;

/** Everything `work` reads is as it was at one moment, however long it takes; nobody waits for it to end. */
export async function inSnapshot<T>(work: (read: Read) => Promise<T>): Promise<T> {
  if (!sqliteFile) {
    const options = { isolationLevel: 'REPEATABLE READ' as Transaction.ISOLATION_LEVELS, readOnly: true };
    return database().transaction(options, async (transaction) => {
      await database().query('SET LOCAL idle_in_transaction_session_timeout = 0', { transaction, raw: true });
      return work(
        (sql, bind = {}) => database().query(sql, { bind, transaction, type: QueryTypes.SELECT, raw: true }) as never,
      );
    });
  }
  const own = new SqliteReader(sqliteFile);
  try {
    await own.all('BEGIN', {});
    return await work((sql, bind = {}) => own.all(sql, bind));
  } finally {
    await own.close();
  }
}

/** Runs one INSERT, UPDATE or DELETE with `$name` parameters and returns how many rows it changed. */
export function execute(sql: string, bind: Binds = {}): Promise<number> {
  const compiled = openStatements();
  if (compiled) return compiled.run(sql, bind);
  const run = () => database().query(sql, { bind, type: QueryTypes.BULKDELETE, raw: true }) as never as Promise<number>;
  return isInTransaction() ? run() : inTurn(run);
}

function isInTransaction(): boolean {
  return scope.getStore()?.has('transaction') ?? false;
}

/** On SQLite, the compiled statements of the open transaction's connection. */
function openStatements(): SqliteStatements | undefined {
  if (!sqliteFile) return undefined;
  const transaction = scope.getStore()?.get('transaction') as { connection?: sqlite3.Database } | undefined;
  return transaction?.connection && statementsOf(transaction.connection);
}

/** Runs `work` in one transaction; every query below it joins in, and so does a transaction within. */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (isInTransaction()) return work();
  return inTurn(() => database().transaction(work));
}

/** Runs one INSERT, UPDATE or DELETE … RETURNING with `$name` parameters and returns its rows. */
export function executeReturning<Row extends object>(sql: string, bind: Binds = {}): Promise<Row[]> {
  const compiled = openStatements();
  if (compiled) return compiled.all<Row>(sql, bind);
  // Sequelize takes what begins with INSERT on SQLite for a statement without rows.
  const statement = `/* returning */ ${sql}`;
  const run = () => database().query<Row>(statement, { bind, type: QueryTypes.SELECT, raw: true });
  return isInTransaction() ? run() : inTurn(run);
}

/** Runs `work` once what is written so far can be read by everyone: after the open transaction's commit, if any. */
export function afterCommit(work: () => void): void {
  const transaction = scope.getStore()?.get('transaction') as Transaction | undefined;
  // Its own queries must not join a transaction that has ended.
  const run = () => scope.run(new Map(), work);
  if (transaction) transaction.afterCommit(run);
  else run();
}

/** One writer at a time changes a person's tree, so that two moves cannot together make a cycle. */
export const lockTree = (ownerId: string) => lock(ownerId);

/** One writer at a time decides about an address: its account, and the invitations that wait for it. */
export const lockAddress = (email: string) => lock(`address ${email}`);

/** Whoever asks for the same name waits until this transaction ends (PostgreSQL; SQLite has one writer anyway). */
export async function lock(name: string): Promise<void> {
  if (dialect() === 'postgres') await select('SELECT pg_advisory_xact_lock(hashtext($name))', { name });
}

let lastWrite: Promise<unknown> = Promise.resolve();

/**
 * On SQLite the writers of this process wait for each other here instead of in SQLite's busy handler, where each would
 * hold one of libuv's few threads.
 */
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  if (dialect() === 'postgres') return withRetry(run);
  const mine = lastWrite.then(run);
  // Only for the next in line: whoever asked for this write is given its error.
  lastWrite = mine.catch(() => undefined);
  return mine;
}

const SERIALIZATION_FAILURES = new Set(['40001', '40P01']);

async function withRetry<T>(run: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const code = (error as { original?: { code?: string } }).original?.code;
    if (attempts > 1 && code && SERIALIZATION_FAILURES.has(code)) return withRetry(run, attempts - 1);
    throw error;
  }
}

/** Whether the database answers a question right now. */
export async function isAnswering(): Promise<boolean> {
  try {
    await select('SELECT 1 AS one');
    return true;
  } catch {
    // Whatever the reason, the answer to the question is no; the queries that need the database log theirs.
    return false;
  }
}
