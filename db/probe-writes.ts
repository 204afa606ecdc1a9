import type { Client } from 'pg';
import type sqlite3 from 'sqlite3';
import { directUrl, fileOfSqlite } from '#db/connection.ts';

/** A probe that takes longer counts as failed. */
const WITHIN_MS = 2000;
const write = (value: string) => `UPDATE write_probe SET written_at = ${value} WHERE id = 1`;

/** `write` rejects if the database does not take a write. */
type Connection = { write: () => Promise<unknown>; close: () => Promise<unknown> };

/** Tests whether the database takes writes now, on a connection of its own: a full pool does not make it fail. */
export class WriteProbe {
  #connection: Promise<Connection> | undefined;

  async isWritable(): Promise<boolean> {
    try {
      this.#connection ??= connect();
      await (await this.#connection).write();
      return true;
    } catch {
      // Any error means false; the queries that need the database log their own.
      await this.close();
      return false;
    }
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    // A connection that failed needs no closing.
    await connection?.then((open) => open.close()).catch(() => undefined);
  }
}

function connect(): Promise<Connection> {
  const file = fileOfSqlite();
  return file ? connectSqlite(file) : connectPostgres(directUrl()!);
}

async function connectSqlite(file: string): Promise<Connection> {
  const { default: driver } = await import('sqlite3');
  const database = await new Promise<sqlite3.Database>((opened, failed) => {
    const opening = new driver.Database(file, driver.OPEN_READWRITE, (error) =>
      error ? failed(error) : opened(opening),
    );
  });
  // A probe need not survive a power failure.
  const pragmas = `PRAGMA busy_timeout = ${WITHIN_MS}; PRAGMA synchronous = NORMAL`;
  const run = (sql: string) =>
    new Promise<void>((done, failed) => database.exec(sql, (error) => (error ? failed(error) : done())));
  return {
    write: () => run(`${pragmas}; ${write(String(Date.now()))}`),
    close: () => new Promise<void>((done) => database.close(() => done())),
  };
}

async function connectPostgres(connectionString: string): Promise<Connection> {
  const { default: pg } = await import('pg');
  const client: Client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
  });
  // Without a listener a lost connection would be an uncaught error; the next write fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  return { write: () => client.query(write('$1'), [Date.now()]), close: () => client.end() };
}
