import { openSqliteFile, PRAGMAS } from '#db/sqlite-driver.ts';

/** Reads outside a transaction, bypassing Sequelize on a separate connection. */
export class SqliteReader {
  readonly #file: ReturnType<typeof openSqliteFile>;

  constructor(file: string) {
    this.#file = openSqliteFile(file, `${PRAGMAS} PRAGMA query_only = ON;`);
  }

  all<Row>(sql: string, bind: Record<string, unknown>): Promise<Row[]> {
    return this.#file.statements.all<Row>(sql, bind);
  }

  /** Streams rows, one in memory at a time. */
  each<Row>(sql: string, bind: Record<string, unknown>): AsyncGenerator<Row> {
    return this.#file.statements.each<Row>(sql, bind);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
