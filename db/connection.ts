import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { QueryTypes, Sequelize, Transaction } from 'sequelize';
import type sqlite3 from 'sqlite3';
import { closeIdleConnections, statementsOf } from '#db/sqlite-driver.ts';
import { SqliteReader } from '#db/sqlite-reader.ts';
import type { SqliteStatements } from '#db/sqlite-statements.ts';

export type Dialect = 'sqlite' | 'postgres';
type Where = { dataDir: string; databaseUrl?: string | undefined };
type Binds = Record<string, unknown>;
type Models = typeof import('#db/models/index.ts').models;

let databaseUrl: string | undefined;
let sqliteFile: string | undefined;
let reader: SqliteReader | undefined;
let opening: Promise<Sequelize> | undefined;

// Every query joins the transaction it was called in, without passing it along.
const scope = new AsyncLocalStorage<Map<string, unknown>>();

// The words of Sequelize's QueryTypes: what they stand for is loaded with the rest of it, when it is needed.
const ROWS = { type: 'SELECT', raw: true } as { type: QueryTypes.SELECT; raw: true };
const COUNT = { type: 'BULKDELETE', raw: true } as { type: QueryTypes.BULKDELETE; raw: true };

/** Names the database of this process: PostgreSQL when `databaseUrl` is set, else `dataDir/arbor.sqlite`. */
export function connect(where: Where): void {
  databaseUrl = where.databaseUrl;
  sqliteFile = databaseUrl ? undefined : join(where.dataDir, 'arbor.sqlite');
}

/**
 * Sequelize, made at the first call. Loading it costs more than everything else a command of the terminal does, so what
 * only reads on SQLite never comes here.
 */
export async function database(): Promise<Sequelize> {
  opening ??= open();
  return opening;
}

async function open(): Promise<Sequelize> {
  if (!databaseUrl && !sqliteFile) throw new Error('The database is not connected: call connect() first');
  const { openPostgres, openSqlite } = await import('#db/sequelize.ts');
  return databaseUrl ? openPostgres(databaseUrl, scope) : openSqlite(sqliteFile!, scope);
}

/** The models, ready to be asked. */
export async function models(): Promise<Models> {
  await database();
  return (await import('#db/models/index.ts')).models;
}

/** Where SQLite keeps everything; undefined on PostgreSQL. */
export const fileOfSqlite = () => sqliteFile;

export function dialect(): Dialect {
  if (!databaseUrl && !sqliteFile) throw new Error('The database is not connected: call connect() first');
  return databaseUrl ? 'postgres' : 'sqlite';
}

export async function disconnect(): Promise<void> {
  await lastWrite;
  await reader?.close();
  await (await opening)?.close();
  if (sqliteFile) await closeIdleConnections(sqliteFile);
  opening = undefined;
  databaseUrl = undefined;
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
  return (await database()).query<Row>(sql, { bind, ...ROWS });
}

export type Read = <Row extends object>(sql: string, bind?: Binds) => Promise<Row[]>;

/** Runs one INSERT, UPDATE or DELETE with `$name` parameters and returns how many rows it changed. */
export function execute(sql: string, bind: Binds = {}): Promise<number> {
  const compiled = openStatements();
  if (compiled) return compiled.run(sql, bind);
  const run = async () => (await database()).query(sql, { bind, ...COUNT }) as never as Promise<number>;
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
  return inTurn(async () => (await database()).transaction(work));
}

/** Runs one INSERT, UPDATE or DELETE … RETURNING with `$name` parameters and returns its rows. */
export function executeReturning<Row extends object>(sql: string, bind: Binds = {}): Promise<Row[]> {
  const compiled = openStatements();
  if (compiled) return compiled.all<Row>(sql, bind);
  // Sequelize takes what begins with INSERT on SQLite for a statement without rows.
  const statement = `/* returning */ ${sql}`;
  const run = async () => (await database()).query<Row>(statement, { bind, ...ROWS });
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
