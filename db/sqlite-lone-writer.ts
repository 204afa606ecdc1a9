import { openSqliteFile } from '#db/sqlite-driver.ts';
import type { SqliteStatements } from '#db/sqlite-statements.ts';

/** Runs single writes outside a transaction on a connection of their own, so that they need no Sequelize. */
export class SqliteLoneWriter {
  readonly #statements: SqliteStatements;
  readonly close: () => Promise<void>;

  constructor(file: string) {
    const { statements, close } = openSqliteFile(file);
    this.#statements = statements;
    this.close = close;
  }

  /** Returns the number of changed rows. */
  run(sql: string, bind: Record<string, unknown>): Promise<number> {
    return this.#statements.run(sql, bind);
  }

  /** Returns the rows of RETURNING. */
  all<Row>(sql: string, bind: Record<string, unknown>): Promise<Row[]> {
    return this.#statements.all<Row>(sql, bind);
  }
}
