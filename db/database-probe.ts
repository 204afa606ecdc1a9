import type { Client } from 'pg';
import type sqlite3 from 'sqlite3';
import { directUrl, fileOfSqlite } from '#db/connection.ts';

/** Timeout after which a probe fails. */
const WITHIN_MS = 2000;
const STATEMENTS = {
  read: () => 'SELECT id FROM write_probe WHERE id = 1',
  write: () => `UPDATE write_probe SET written_at = ${Date.now()} WHERE id = 1`,
};

/** `run` rejects if the database does not respond; `isLost` then tells that the connection was at fault. */
type Connection = { run: (sql: string) => Promise<unknown>; isLost: () => boolean; close: () => Promise<unknown> };

/** Tests whether the database can be read or written. Uses its own connection, so that a full pool does not matter. */
export class DatabaseProbe {
  readonly #kind: keyof typeof STATEMENTS;
  #connection: Promise<Connection> | undefined;

  constructor(kind: keyof typeof STATEMENTS) {
    this.#kind = kind;
  }

  async succeeds(): Promise<boolean> {
    // A connection that was kept says nothing about the database if a restart has ended it.
    return (await this.#attempt()) ?? (await this.#attempt()) ?? false;
  }

  /** Returns null if the connection was kept from an earlier probe and is lost. */
  async #attempt(): Promise<boolean | null> {
    const kept = this.#connection;
    const used = kept ?? connect();
    this.#connection = used;
    try {
      await (await used).run(STATEMENTS[this.#kind]());
      return true;
    } catch {
      // Any error means false; the actual queries log theirs.
      const isLost = await used.then(
        (open) => open.isLost(),
        () => false,
      );
      if (this.#connection === used) await this.close();
      return kept && isLost ? null : false;
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
    isLost: () => false,
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
  let isLost = false;
  const noteLost = () => {
    isLost = true;
  };
  // Without a listener a lost connection would be an uncaught error. The next statement fails anyway.
  client.on('error', noteLost);
  await client.connect();
  const run = (sql: string) =>
    client.query(sql).catch((error: { severity?: string }) => {
      // The server's last word on a connection that it ends.
      if (error.severity === 'FATAL') noteLost();
      throw error;
    });
  return { run, isLost: () => isLost, close: () => client.end() };
}
