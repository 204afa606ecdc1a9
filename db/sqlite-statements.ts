import type sqlite3 from 'sqlite3';

type Binds = Record<string, unknown>;
type Prepared = { statement: sqlite3.Statement; names: string[] };

/** Maximum number of compiled statements. The product has fewer; only id lists create variants. */
const STATEMENTS_MAX = 500;

/**
 * Compiled statements of one connection. For a query of 0.1 ms, parsing SQL and Sequelize's overhead would cost more
 * than the query.
 */
export class SqliteStatements {
  readonly #database: sqlite3.Database;
  readonly #prepared = new Map<string, Prepared>();
  readonly #opened: Promise<void>;

  /**
   * `opened` rejects if the connection cannot be opened. Statements then fail with that error: sqlite3 would never
   * answer.
   */
  constructor(database: sqlite3.Database, opened: Promise<void> = Promise.resolve()) {
    this.#database = database;
    this.#opened = opened;
  }

  /** Returns the rows of a statement; parameters are written `$name`. Throws errors with Sequelize's names. */
  async all<Row>(sql: string, bind: Binds): Promise<Row[]> {
    const { statement, names } = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    return new Promise((resolve, reject) => {
      statement.all<Row>(valuesOf(names, bind), (error, rows) =>
        error ? reject(asDatabaseError(error)) : resolve(rows),
      );
    });
  }

  /** Runs a statement; returns the number of changed rows. */
  async run(sql: string, bind: Binds): Promise<number> {
    const { statement, names } = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    return new Promise((resolve, reject) => {
      statement.run(valuesOf(names, bind), function (error) {
        if (error) reject(asDatabaseError(error));
        else resolve(this.changes);
      });
    });
  }

  /** Streams rows, one in memory at a time. Uses a separate statement, which no other call may step. */
  async *each<Row>(sql: string, bind: Binds): AsyncGenerator<Row> {
    const { statement, names } = await this.#compile(sql);
    // Bind once: each further call without parameters steps.
    const next = (binds?: unknown[]) =>
      new Promise<Row | undefined>((resolve, reject) => {
        const done = (error: Error | null, row?: Row) => (error ? reject(asDatabaseError(error)) : resolve(row));
        if (binds) statement.get<Row>(binds, done);
        else statement.get<Row>(done);
      });
    try {
      for (let row = await next(valuesOf(names, bind)); row !== undefined; row = await next()) yield row;
    } finally {
      statement.finalize();
    }
  }

  async #prepare(sql: string): Promise<Prepared> {
    const prepared = await this.#compile(sql);
    if (this.#prepared.size >= STATEMENTS_MAX) this.forget();
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  async #compile(sql: string): Promise<Prepared> {
    await this.#opened.catch((error: Error) => Promise.reject(asDatabaseError(error)));
    return new Promise((resolve, reject) => {
      const statement = this.#database.prepare(sql, (error) => {
        if (error) return reject(asDatabaseError(error));
        resolve({ statement, names: [...new Set(sql.match(/(?<=\$)\w+/g))] });
      });
    });
  }

  /** Finalizes the statements: before the connection closes, and when there are too many. */
  forget(): void {
    for (const { statement } of this.#prepared.values()) statement.finalize();
    this.#prepared.clear();
  }
}

/** Returns the values in order: SQLite numbers named parameters by their first use, and looks up a name among all. */
function valuesOf(names: string[], bind: Binds): unknown[] {
  return names.map((name) => {
    const value = bind[name];
    if (value === undefined) throw new Error(`The parameter $${name} has no value`);
    return value;
  });
}

/** Uses Sequelize's error names without loading it, so that errors are classified in one place. */
function asDatabaseError(error: Error): Error {
  const kind = /^SQLITE_CONSTRAINT: (FOREIGN KEY|UNIQUE) constraint failed/.exec(error.message)?.[1];
  const name = { 'FOREIGN KEY': 'ForeignKeyConstraint', UNIQUE: 'UniqueConstraint' }[kind ?? ''] ?? 'Database';
  return Object.assign(new Error(error.message), { name: `Sequelize${name}Error`, original: error });
}
