import type sqlite3 from 'sqlite3';

type Binds = Record<string, unknown>;
type Prepared = { statement: sqlite3.Statement; names: string[] };

/** Statements kept compiled; the product has fewer than this, only lists of ids make variants. */
const STATEMENTS_MAX = 500;

/**
 * The compiled statements of one connection. For a query of a tenth of a millisecond, parsing its SQL anew and what
 * Sequelize does around it cost more than the query.
 */
export class SqliteStatements {
  readonly #database: sqlite3.Database;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: sqlite3.Database) {
    this.#database = database;
  }

  /** The rows of a statement; parameters are written `$name`. Throws under the names of Sequelize's errors. */
  async all<Row>(sql: string, bind: Binds): Promise<Row[]> {
    const { statement, names } = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    return new Promise((resolve, reject) => {
      statement.all<Row>(valuesOf(names, bind), (error, rows) =>
        error ? reject(asDatabaseError(error)) : resolve(rows),
      );
    });
  }

  /** How many rows a statement changed. */
  async run(sql: string, bind: Binds): Promise<number> {
    const { statement, names } = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    return new Promise((resolve, reject) => {
      statement.run(valuesOf(names, bind), function (error) {
        if (error) reject(asDatabaseError(error));
        else resolve(this.changes);
      });
    });
  }

  /** Row after row, one in memory at a time. The statement is its own: no other call may step it. */
  async *each<Row>(sql: string, bind: Binds): AsyncGenerator<Row> {
    const { statement, names } = await this.#compile(sql);
    // Bound once: each further call without parameters steps on.
    const next = (binds?: Binds) =>
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

  #compile(sql: string): Promise<Prepared> {
    return new Promise((resolve, reject) => {
      const statement = this.#database.prepare(sql, (error) => {
        if (error) return reject(asDatabaseError(error));
        resolve({ statement, names: [...new Set(sql.match(/\$\w+/g))] });
      });
    });
  }

  /** Before the connection is closed, and when there are too many. */
  forget(): void {
    for (const { statement } of this.#prepared.values()) statement.finalize();
    this.#prepared.clear();
  }
}

function valuesOf(names: string[], bind: Binds): Binds {
  return Object.fromEntries(
    names.map((name) => {
      const value = bind[name.slice(1)];
      if (value === undefined) throw new Error(`The parameter ${name} has no value`);
      return [name, value];
    }),
  );
}

/** Named as Sequelize names its errors, which is not loaded for it, so that one place tells what they mean. */
function asDatabaseError(error: Error): Error {
  const kind = /^SQLITE_CONSTRAINT: (FOREIGN KEY|UNIQUE) constraint failed/.exec(error.message)?.[1];
  const name = { 'FOREIGN KEY': 'ForeignKeyConstraint', UNIQUE: 'UniqueConstraint' }[kind ?? ''] ?? 'Database';
  return Object.assign(new Error(error.message), { name: `Sequelize${name}Error`, original: error });
}
