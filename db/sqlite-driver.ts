import { existsSync } from 'node:fs';
import sqlite3 from 'sqlite3';
import { giveToOwner } from '#app/config/make-folder.server.ts';
import { SqliteStatements } from '#db/sqlite-statements.ts';

// Set per connection on open, as SQLite does not persist them and Sequelize opens a connection for every transaction.
// FULL: an acknowledged save is on disk. Set busy_timeout first; the other pragmas can block on a lock.
export const PRAGMAS = `
  PRAGMA busy_timeout = 10000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA journal_size_limit = 67108864;
  PRAGMA cache_size = -4000;
`;
const KEPT_CONNECTIONS = 2;

type Done = (error: Error | null) => void;

const idle = new Map<string, sqlite3.Database[]>();
/** Connections that transactions have returned and that are not idle yet. */
const returning = new Map<string, Set<Promise<void>>>();
const reallyClose = new WeakMap<sqlite3.Database, (done?: Done) => void>();
const statements = new WeakMap<sqlite3.Database, SqliteStatements>();

/** Files that this process has opened, until it disconnects. */
const made = new Set<string>();

/** Declares that a file exists: opening it never makes an empty one. */
export const expectFile = (file: string): void => void made.add(file);

/**
 * Returns the mode in which to open a file, and what to call then. A file that was there and is gone was moved, or its
 * disk unmounted: an empty one would take its place unnoticed. One that root makes belongs to the owner of its folder;
 * SQLite gives those beside it to the same owner.
 */
function openingOf(file: string): { mode: number; noteOpen: () => void } {
  const isNew = !made.has(file) && !existsSync(file);
  return {
    mode: sqlite3.OPEN_READWRITE | (made.has(file) ? 0 : sqlite3.OPEN_CREATE),
    noteOpen: () => {
      if (isNew) giveToOwner(file);
      made.add(file);
    },
  };
}

/**
 * Opens a file for statements of our own. A file that cannot be opened or is damaged does not end the process: its
 * statements fail with the reason, and the next ones open it anew. Read `statements` for each statement.
 */
export function openSqliteFile(file: string, pragmas = PRAGMAS) {
  let current = openOnce(file, pragmas);
  return {
    get statements(): SqliteStatements {
      if (current.hasFailed()) current = openOnce(file, pragmas);
      return current.statements;
    },
    close: () => current.close(),
  };
}

function openOnce(file: string, pragmas: string) {
  let isOpen = false;
  let hasFailed = false;
  let database!: sqlite3.Database;
  const { mode, noteOpen } = openingOf(file);
  const opened = new Promise<void>((done, failed) => {
    database = new sqlite3.Database(file, mode, (error) => {
      if (error) return failed(error);
      noteOpen();
      isOpen = true;
      database.exec(pragmas, (fault) => (fault ? failed(fault) : done()));
    });
  });
  const statements = new SqliteStatements(database, opened);
  const close = async () => {
    // Statements have reported it.
    await opened.catch(() => undefined);
    statements.forget();
    if (isOpen) await new Promise<void>((done) => database.close(() => done()));
    isOpen = false;
  };
  opened.catch(() => {
    hasFailed = true;
    return close();
  });
  return { statements, close, hasFailed: () => hasFailed };
}

/** Returns a connection's compiled statements, which persist across transactions. */
export const statementsOf = (database: sqlite3.Database): SqliteStatements => statements.get(database)!;

/**
 * Called with `new` by Sequelize in place of `sqlite3.Database`. Sets the pragmas and pools connections: opening a file
 * and reading its schema costs more than a small write.
 */
function Database(file: string, _mode: number, opened: Done): sqlite3.Database {
  const kept = idle.get(file)?.pop();
  if (kept) {
    process.nextTick(opened, null);
    return kept;
  }
  const { mode, noteOpen } = openingOf(file);
  const database = new sqlite3.Database(file, mode, (error) => {
    if (error) return opened(error);
    noteOpen();
    database.exec(PRAGMAS, (fault) => (fault ? reallyClose.get(database)!(() => opened(fault)) : opened(null)));
  });
  const compiled = new SqliteStatements(database);
  statements.set(database, compiled);
  const close = database.close.bind(database);
  reallyClose.set(database, (done) => {
    compiled.forget();
    close(done);
  });
  database.close = (done?: Done) => {
    if (done) return reallyClose.get(database)!(done);
    keepOrClose(file, database);
  };
  return database;
}

function keepOrClose(file: string, database: sqlite3.Database): void {
  const underWay = returning.get(file) ?? new Set();
  returning.set(file, underWay);
  const returned = new Promise<void>((done) => {
    // Outside a transaction ROLLBACK fails without effect; inside a leaked one it cleans up.
    database.exec('ROLLBACK', () => {
      const kept = idle.get(file) ?? [];
      if (kept.length >= KEPT_CONNECTIONS) return reallyClose.get(database)!(() => done());
      kept.push(database);
      idle.set(file, kept);
      done();
    });
  });
  underWay.add(returned);
  void returned.then(() => underWay.delete(returned));
}

/** Closes a connection for good, with a transaction that it may have left open. Resolves also if closing fails. */
export const closeForGood = (database: sqlite3.Database): Promise<void> =>
  new Promise((done) => {
    // An unfinished statement would refuse the closing, and with it the end of the transaction.
    database.exec('ROLLBACK', () => reallyClose.get(database)!(() => done()));
  });

/** Closes the pooled connections of a file, those being returned included; Sequelize closes its own. */
export async function closeIdleConnections(file: string): Promise<void> {
  await Promise.all(returning.get(file) ?? []);
  returning.delete(file);
  const kept = idle.get(file) ?? [];
  idle.delete(file);
  made.delete(file);
  await Promise.all(kept.map(closeForGood));
}

/** The sqlite3 package in the form Sequelize expects (`dialectModule`). */
export const sqliteDriver = { ...sqlite3, Database };
