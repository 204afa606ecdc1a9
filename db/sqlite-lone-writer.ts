import type sqlite3 from 'sqlite3';
import { openFile } from '#db/sqlite-driver.ts';
import type { SqliteStatements } from '#db/sqlite-statements.ts';

/** Runs single writes outside a transaction on a connection of their own, so that they need no Sequelize. */
export class SqliteLoneWriter {
  readonly #database: sqlite3.Database;
  readonly #statements: SqliteStatements;

  constructor(file: string) {
    const { database, statements } = openFile(file);
    this.#database = database;
    this.#statements = statements;
  }

  /** Returns the number of changed rows. */
  run(sql: string, bind: Record<string, unknown>): Promise<number> {
    return this.#statements.run(sql, bind);
  }

  /** Returns the rows of RETURNING. */
  all<Row>(sql: string, bind: Record<string, unknown>): Promise<Row[]> {
    return this.#statements.all<Row>(sql, bind);
  }

  async close(): Promise<void> {
    this.#statements.forget();
    await new Promise<void>((done) => this.#database.close(() => done()));
  }
}
