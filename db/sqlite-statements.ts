import { DatabaseError, ForeignKeyConstraintError, TimeoutError, UniqueConstraintError } from 'sequelize';
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

  /** The rows of a statement; parameters are written `$name`. Throws what Sequelize would. */
  async all<Row>(sql: string, bind: Binds): Promise<Row[]> {
    const { statement, names } = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    return new Promise((resolve, reject) => {
      statement.all<Row>(valuesOf(names, bind), (error, rows) => (error ? reject(asSequelize(error)) : resolve(rows)));
    });
  }

  /** How many rows a statement changed. */
  async run(sql: string, bind: Binds): Promise<number> {
    const { statement, names } = this.#prepared.get(sql) ?? (await this.#prepare(sql));
    return new Promise((resolve, reject) => {
      statement.run(valuesOf(names, bind), function (error) {
        if (error) reject(asSequelize(error));
        else resolve(this.changes);
      });
    });
  }

  #prepare(sql: string): Promise<Prepared> {
    return new Promise((resolve, reject) => {
      const statement = this.#database.prepare(sql, (error) => {
        if (error) return reject(asSequelize(error));
        if (this.#prepared.size >= STATEMENTS_MAX) this.forget();
        const names = [...new Set(sql.match(/\$\w+/g))];
        const prepared = { statement, names };
        this.#prepared.set(sql, prepared);
        resolve(prepared);
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

/** In the shape Sequelize gives its errors, so that one place tells what they mean. */
function asSequelize(error: Error & { code?: string }): Error {
  const parent = Object.assign(error, { sql: '' });
  if (error.message.includes('FOREIGN KEY constraint failed')) return new ForeignKeyConstraintError({ parent });
  const [, columns] = /UNIQUE constraint failed: (.*)/.exec(error.message) ?? [];
  if (columns !== undefined) {
    const fields = Object.fromEntries(columns.split(', ').map((column) => [column.split('.')[1] ?? column, '']));
    return new UniqueConstraintError({ parent, fields, message: error.message });
  }
  return error.code === 'SQLITE_BUSY' ? new TimeoutError(parent) : new DatabaseError(parent);
}
