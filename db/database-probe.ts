import type { Client } from 'pg';
import type sqlite3 from 'sqlite3';
import { directUrl, fileOfSqlite } from '#db/connection.ts';

/** Timeout after which a probe fails. */
const WITHIN_MS = 2000;
const STATEMENTS = {
  read: () => 'SELECT id FROM write_probe WHERE id = 1',
  write: () => `UPDATE write_probe SET written_at = ${Date.now()} WHERE id = 1`,
};

/** `run` rejects if the database does not respond. */
type Connection = { run: (sql: string) => Promise<unknown>; close: () => Promise<unknown> };

/** Tests whether the database can be read or written. Uses its own connection, so that a full pool does not matter. */
export class DatabaseProbe {
  readonly #kind: keyof typeof STATEMENTS;
  #connection: Promise<Connection> | undefined;

  constructor(kind: keyof typeof STATEMENTS) {
    this.#kind = kind;
  }

  async succeeds(): Promise<boolean> {
    try {
      this.#connection ??= connect();
      await (await this.#connection).run(STATEMENTS[this.#kind]());
      return true;
    } catch {
      // Any error means false; the actual queries log theirs.
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
  // A probe need not be durable.
  const pragmas = `PRAGMA busy_timeout = ${WITHIN_MS}; PRAGMA synchronous = NORMAL`;
  return {
    run: (sql) =>
      new Promise<void>((done, failed) =>
        database.exec(`${pragmas}; ${sql}`, (error) => (error ? failed(error) : done())),
      ),
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
  // Without a listener a lost connection would be an uncaught error. The next statement fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  return { run: (sql) => client.query(sql), close: () => client.end() };
}
