import { openSqliteFile } from '#db/sqlite-driver.ts';

/** Runs single writes outside a transaction on a connection of their own, so that they need no Sequelize. */
export class SqliteLoneWriter {
  readonly #file: ReturnType<typeof openSqliteFile>;

  constructor(file: string) {
    this.#file = openSqliteFile(file);
  }

  /** Returns the number of changed rows. */
  run(sql: string, bind: Record<string, unknown>): Promise<number> {
    return this.#file.statements.run(sql, bind);
  }

  /** Returns the rows of RETURNING. */
  all<Row>(sql: string, bind: Record<string, unknown>): Promise<Row[]> {
    return this.#file.statements.all<Row>(sql, bind);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
