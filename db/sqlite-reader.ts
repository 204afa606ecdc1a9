import type sqlite3 from 'sqlite3';
import { openFile, PRAGMAS } from '#db/sqlite-driver.ts';
import type { SqliteStatements } from '#db/sqlite-statements.ts';

/** Reads outside a transaction, bypassing Sequelize on a separate connection. */
export class SqliteReader {
  readonly #database: sqlite3.Database;
  readonly #statements: SqliteStatements;

  constructor(file: string) {
    const { database, statements } = openFile(file, `${PRAGMAS} PRAGMA query_only = ON;`);
    this.#database = database;
    this.#statements = statements;
  }

  all<Row>(sql: string, bind: Record<string, unknown>): Promise<Row[]> {
    return this.#statements.all<Row>(sql, bind);
  }

  /** Streams rows, one in memory at a time. */
  each<Row>(sql: string, bind: Record<string, unknown>): AsyncGenerator<Row> {
    return this.#statements.each<Row>(sql, bind);
  }

  async close(): Promise<void> {
    this.#statements.forget();
    await new Promise<void>((done) => this.#database.close(() => done()));
  }
}
