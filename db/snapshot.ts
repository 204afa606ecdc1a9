import type { Transaction } from 'sequelize';
import { database, fileOfSqlite, type Read } from '#db/connection.ts';
import { spoilRecording } from '#db/recorded-reads.ts';
import { SqliteReader } from '#db/sqlite-reader.ts';

/** A consistent view of the database as of one moment. It blocks no writers. */
export type Snapshot = { read: Read; rows: Rows; close: () => Promise<void> };
/** Streams the rows of a SELECT; iterate to the end or close the snapshot. */
type Rows = <Row extends object>(sql: string, bind?: Record<string, unknown>) => AsyncGenerator<Row>;

const AT_ONCE = 500;
const CURSOR = 'arbor_snapshot';

export async function openSnapshot(): Promise<Snapshot> {
  spoilRecording();
  const file = fileOfSqlite();
  return file ? openFile(file) : openTransaction();
}

/** Runs `work` with a `read` that sees the database as of one moment. */
export async function inSnapshot<T>(work: (read: Read) => Promise<T>): Promise<T> {
  const { read, close } = await openSnapshot();
  try {
    return await work(read);
  } finally {
    await close();
  }
}

async function openFile(file: string): Promise<Snapshot> {
  const own = new SqliteReader(file);
  await own.all('BEGIN', {}).catch(async (error) => {
    await own.close();
    throw error;
  });
  return {
    read: (sql, bind = {}) => own.all(sql, bind),
    rows: (sql, bind = {}) => own.each(sql, bind),
    close: () => own.close(),
  };
}

async function openTransaction(): Promise<Snapshot> {
  const sequelize = await database();
  const isolationLevel = 'REPEATABLE READ' as Transaction.ISOLATION_LEVELS;
  const transaction = await sequelize.transaction({ isolationLevel, readOnly: true } as object);
  const read: Read = (sql, bind = {}) =>
    sequelize.query(sql, { bind, transaction, type: 'SELECT', raw: true } as object) as never;
  try {
    await sequelize.query('SET LOCAL idle_in_transaction_session_timeout = 0', { transaction, raw: true });
  } catch (error) {
    // A lost connection refuses that, too; the pool forgets it.
    await transaction.rollback().catch(() => undefined);
    throw error;
  }
  return { read, rows: (sql, bind) => rowsByCursor(read, sql, bind), close: () => transaction.rollback() };
}

async function* rowsByCursor<Row extends object>(
  read: Read,
  sql: string,
  bind: Record<string, unknown> = {},
): AsyncGenerator<Row> {
  await read(`DECLARE ${CURSOR} NO SCROLL CURSOR FOR ${sql}`, bind);
  for (;;) {
    const rows = await read<Row>(`FETCH ${AT_ONCE} FROM ${CURSOR}`);
    yield* rows;
    if (rows.length < AT_ONCE) break;
  }
  await read(`CLOSE ${CURSOR}`);
}
