import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect } from 'vitest';
import type { Ran } from '#tests/support/arbor.ts';
import type { Place } from '#tests/support/server.ts';

const SPILLED_BYTES = 64 * 1024;
const EVERY_MS = 2;

type Begin = (kill: AbortSignal) => Promise<Ran>;
type Check = () => boolean | Promise<boolean>;

/** Runs a command and kills it with SIGKILL once `isUnderWay` is true. Fails if the command ends before. */
export async function killCommand(start: Begin, isUnderWay: Check): Promise<void> {
  expect((await signalCommand('SIGKILL', start, isUnderWay)).code).toBeNull();
}

/** Runs a command and sends it a signal once `isUnderWay` is true. Fails if the command ends before. */
export async function signalCommand(signal: NodeJS.Signals, start: Begin, isUnderWay: Check): Promise<Ran> {
  const kill = new AbortController();
  let hasEnded = false;
  const ended = start(kill.signal).finally(() => {
    hasEnded = true;
  });
  while (!hasEnded && !(await isUnderWay())) await new Promise((next) => setTimeout(next, EVERY_MS));
  expect(hasEnded).toBe(false);
  kill.abort(signal);
  return ended;
}

/** Cuts the log of SQLite to nothing: a log that is used again from its start does not grow. */
function emptyLog(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'arbor.sqlite'), { timeout: 10_000 });
  const log = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  database.close();
  expect(log).toMatchObject({ busy: 0 });
}

type Watch = { isWriting: () => Promise<boolean>; end: () => Promise<void> };

/**
 * Watches whether a command has written in an open transaction: the log of SQLite has grown, or a statement that begins
 * with `statement` runs on PostgreSQL with a transaction id.
 */
export async function watchWrites(
  { dataDir, databaseUrl }: Pick<Place, 'dataDir' | 'databaseUrl'>,
  statement = 'INSERT INTO',
): Promise<Watch> {
  if (!databaseUrl) {
    emptyLog(dataDir);
    const wal = join(dataDir, 'arbor.sqlite-wal');
    const isWriting = async () => existsSync(wal) && statSync(wal).size > SPILLED_BYTES;
    return { isWriting, end: async () => {} };
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const others = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL AND query LIKE $1`;
  return {
    isWriting: async () => (await client.query(others, [`${statement}%`])).rows.length > 0,
    end: () => client.end(),
  };
}
