import { openSqliteFile, PRAGMAS } from '#db/sqlite-driver.ts';
import type { SqliteStatements } from '#db/sqlite-statements.ts';

/** Reads outside a transaction, bypassing Sequelize on a separate connection. */
export class SqliteReader {
  readonly #statements: SqliteStatements;
  readonly close: () => Promise<void>;

  constructor(file: string) {
    const { statements, close } = openSqliteFile(file, `${PRAGMAS} PRAGMA query_only = ON;`);
    this.#statements = statements;
    this.close = close;
  }

  all<Row>(sql: string, bind: Record<string, unknown>): Promise<Row[]> {
    return this.#statements.all<Row>(sql, bind);
  }

  /** Streams rows, one in memory at a time. */
  each<Row>(sql: string, bind: Record<string, unknown>): AsyncGenerator<Row> {
    return this.#statements.each<Row>(sql, bind);
  }
}
