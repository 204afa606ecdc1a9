import { join } from 'node:path';
import type { Sequelize } from 'sequelize';
import type sqlite3 from 'sqlite3';
import { makeFolder } from '#app/config/make-folder.server.ts';
import { closeAll } from '#db/close-all.ts';
import { observed, publishSlowerThan } from '#db/observe-statements.ts';
import type { PoolState } from '#db/pool-breaker.ts';
import type { Pooled } from '#db/postgres-statements.ts';
import { recorded, spoilRecording } from '#db/recorded-reads.ts';
import { Replica } from '#db/replica.ts';
import { closeIdleConnections, statementsOf } from '#db/sqlite-driver.ts';
import { SqliteLoneWriter } from '#db/sqlite-lone-writer.ts';
import { SqliteReader } from '#db/sqlite-reader.ts';
import { SqliteReaders } from '#db/sqlite-readers.ts';
import type { SqliteStatements } from '#db/sqlite-statements.ts';
import { SqliteWriter } from '#db/sqlite-writer.ts';
import { currentTransaction, runTransaction, scope } from '#db/transaction-scope.ts';
import { awaitWrites, queueWrite, withRetry } from '#db/write-queue.ts';

export { afterCommit, outsideTransaction } from '#db/transaction-scope.ts';
export { endBusyWrites, refuseIfBusy } from '#db/write-queue.ts';

export type Dialect = 'sqlite' | 'postgres';
type Where = {
  dataDir: string;
  databaseUrl?: string | undefined;
  databaseDirectUrl?: string | undefined;
  databaseReadUrl?: string | undefined;
  pool?: PoolLimits | undefined;
  slowQueryMs?: number | undefined;
};
/** `writesInThread` runs batches of writes in a thread (SQLite). For processes that read beside writing. */
type Ways = { writesInThread?: boolean };
/** Limits of this process's PostgreSQL connections. */
export type PoolLimits = { connections: number; statementSeconds: number; lockSeconds: number };
export type Binds = Record<string, unknown>;
type Models = typeof import('#db/models/index.ts').models;

let databaseUrl: string | undefined;
let databaseDirectUrl: string | undefined;
let sqliteFile: string | undefined;
let poolLimits: PoolLimits;
let reader: SqliteReader | undefined;
let writer: SqliteWriter | undefined;
let lone: SqliteLoneWriter | undefined;
let longReaders: SqliteReaders | undefined;
let opening: Promise<Sequelize> | undefined;
let replica: Replica | undefined;
let connections = 0;

const POOL_LIMITS: PoolLimits = { connections: 10, statementSeconds: 30, lockSeconds: 5 };

/** Sets this process's database: PostgreSQL if `databaseUrl` is set, else `dataDir/arbor.sqlite`. */
export function connect(where: Where, { writesInThread = false }: Ways = {}): void {
  connections += 1;
  databaseUrl = where.databaseUrl;
  databaseDirectUrl = where.databaseDirectUrl ?? where.databaseUrl;
  poolLimits = where.pool ?? POOL_LIMITS;
  replica = databaseUrl && where.databaseReadUrl ? new Replica(where.databaseReadUrl, poolLimits) : undefined;
  publishSlowerThan(where.slowQueryMs);
  sqliteFile = databaseUrl ? undefined : join(where.dataDir, 'arbor.sqlite');
  if (sqliteFile) makeFolder(where.dataDir);
  writer = sqliteFile && writesInThread ? new SqliteWriter(sqliteFile) : undefined;
}

/**
 * Returns Sequelize, created on the first call. Loading it dominates the run time of a CLI command, so SQLite reads
 * bypass it.
 */
export async function database(): Promise<Sequelize> {
  spoilRecording();
  // Throws if it has ended.
  currentTransaction();
  return opened();
}

function opened(): Promise<Sequelize> {
  // Throws while no database is connected: a failed attempt to open one would be kept for the next.
  dialect();
  opening ??= open();
  return opening;
}

async function open(): Promise<Sequelize> {
  const { openPostgres, openSqlite } = await import('#db/sequelize.ts');
  return databaseUrl ? openPostgres(databaseUrl, poolLimits, scope) : openSqlite(sqliteFile!, scope);
}

/** Returns the state of the pool of connections; null on SQLite, and before the database is opened. */
export async function poolState(): Promise<PoolState | null> {
  if (!databaseUrl || !opening) return null;
  const [{ poolStateOf }, sequelize] = await Promise.all([import('#db/pool-breaker.ts'), opening]);
  return poolStateOf(sequelize);
}

/** Returns the models; opens the database on the first call. */
export async function models(): Promise<Models> {
  await database();
  return (await import('#db/models/index.ts')).models;
}

/** Returns the thread that runs batches of writes; undefined without one. */
export const writerThread = () => writer;

/** Returns the path of the SQLite file; undefined on PostgreSQL. */
export const fileOfSqlite = () => sqliteFile;

/** Returns the connection string of PostgreSQL without a pooler, for LISTEN and probes; undefined on SQLite. */
export const directUrl = () => databaseDirectUrl;

/** Changes with each `connect`: SQLite numbers its versions by connection. */
export const connectionNumber = () => connections;

export function dialect(): Dialect {
  if (!databaseUrl && !sqliteFile) throw new Error('The database is not connected: call connect() first');
  return databaseUrl ? 'postgres' : 'sqlite';
}

/** Closes the database. Another one can be connected afterwards, also if closing failed. */
export async function disconnect(): Promise<void> {
  await awaitWrites();
  const file = sqliteFile;
  const idle = file ? { close: () => closeIdleConnections(file) } : undefined;
  const open = [reader, writer, longReaders, lone, opening, replica, idle];
  opening = undefined;
  replica = undefined;
  databaseUrl = undefined;
  databaseDirectUrl = undefined;
  sqliteFile = undefined;
  reader = undefined;
  writer = undefined;
  longReaders = undefined;
  lone = undefined;
  await closeAll(open);
}

/**
 * Returns the rows of a SELECT; parameters are written `$name` and always bound. Joins the open transaction, if any.
 */
export function select<Row extends object>(sql: string, bind: Binds = {}): Promise<Row[]> {
  if (isInTransaction()) spoilRecording();
  return recorded(
    sql,
    bind,
    observed(sql, () => readNow<Row>(sql, bind)),
  );
}

async function readNow<Row extends object>(sql: string, bind: Binds): Promise<Row[]> {
  if (sqliteFile && !isInTransaction()) {
    // A single connection: SQLite numbers its versions by connection (`findVisitor`).
    reader ??= new SqliteReader(sqliteFile);
    return reader.all<Row>(sql, bind);
  }
  const compiled = currentStatements();
  if (compiled) return compiled.all<Row>(sql, bind);
  return (await inPostgres(opened(), 'read', sql, bind)).rows;
}

/** Runs a statement on PostgreSQL, on the connection of the open transaction if there is one. */
async function inPostgres(pool: Promise<Sequelize>, type: 'read' | 'write', sql: string, bind: Binds) {
  const [sequelize, { runOn, runPooled }] = await Promise.all([pool, import('#db/postgres-statements.ts')]);
  const connection = currentTransaction()?.connection as Pooled | undefined;
  return connection ? runOn(connection, sql, bind) : runPooled(sequelize, type, sql, bind);
}

/**
 * Like `select`, for reads that may take long. On SQLite they use connections of their own, so that others do not wait.
 */
export function selectLong<Row extends object>(sql: string, bind: Binds = {}): Promise<Row[]> {
  if (!sqliteFile || isInTransaction()) return select(sql, bind);
  spoilRecording();
  longReaders ??= new SqliteReaders(sqliteFile);
  const readers = longReaders;
  return observed(sql, () => readers.all<Row>(sql, bind));
}

/**
 * Like `select`, for reports that may be stale. Uses the replica of `DATABASE_READ_URL` if it is set and answers. Not
 * for use in a transaction.
 */
export async function selectStale<Row extends object>(sql: string, bind: Binds = {}): Promise<Row[]> {
  const late = replica;
  if (!late || isInTransaction()) return selectLong(sql, bind);
  spoilRecording();
  return (await observed(sql, () => late.read<Row>(sql, bind))) ?? select(sql, bind);
}

/** Reads from the replica and throws its errors. Returns null without a replica. */
export async function askReplica<Row extends object>(sql: string, bind: Binds = {}): Promise<Row[] | null> {
  return replica ? replica.ask<Row>(sql, bind) : null;
}

export type Read = <Row extends object>(sql: string, bind?: Binds) => Promise<Row[]>;

/** Runs one INSERT, UPDATE or DELETE with `$name` parameters; returns the number of changed rows. */
export function execute(sql: string, bind: Binds = {}): Promise<number> {
  spoilRecording();
  const compiled = currentStatements();
  if (compiled) return observed(sql, () => compiled.run(sql, bind));
  if (sqliteFile && !isInTransaction()) return inTurn(() => observed(sql, () => loneWriter().run(sql, bind)));
  const run = () => observed(sql, async () => (await inPostgres(opened(), 'write', sql, bind)).rowCount ?? 0);
  return isInTransaction() ? run() : inTurn(run);
}

function loneWriter(): SqliteLoneWriter {
  lone ??= new SqliteLoneWriter(sqliteFile!);
  return lone;
}

export const isInTransaction = (): boolean => currentTransaction() !== undefined;

/** Returns the compiled statements of the open transaction's connection (SQLite). */
function currentStatements(): SqliteStatements | undefined {
  if (!sqliteFile) return undefined;
  const connection = currentTransaction()?.connection as sqlite3.Database | undefined;
  return connection && statementsOf(connection);
}

/** Runs `work` in one transaction; its queries and nested transactions join it. */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  spoilRecording();
  if (isInTransaction()) return work();
  return inTurn(async () => runTransaction(await database(), work));
}

/** Runs one INSERT, UPDATE or DELETE … RETURNING with `$name` parameters; returns its rows. */
export function executeReturning<Row extends object>(sql: string, bind: Binds = {}): Promise<Row[]> {
  spoilRecording();
  const compiled = currentStatements();
  if (compiled) return observed(sql, () => compiled.all<Row>(sql, bind));
  if (sqliteFile && !isInTransaction()) return inTurn(() => observed(sql, () => loneWriter().all<Row>(sql, bind)));
  const run = () => observed(sql, async () => (await inPostgres(opened(), 'write', sql, bind)).rows);
  return isInTransaction() ? run() : inTurn(run);
}

/**
 * Runs a write in its turn on SQLite, where a process has one writer, and again after a serialization failure on
 * PostgreSQL.
 */
export const inTurn = <T>(run: () => Promise<T>): Promise<T> =>
  dialect() === 'postgres' ? withRetry(run) : queueWrite(run);
