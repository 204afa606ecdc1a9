import sqlite3 from 'sqlite3';
import { PRAGMAS } from '#db/sqlite-driver.ts';

type Binds = Record<string, unknown>;

/** Statements kept compiled; the product has fewer than this, only lists of ids make variants. */
const STATEMENTS_MAX = 500;

/**
 * Reads outside a transaction go past Sequelize, on a connection of their own whose statements stay compiled: for a
 * query of a tenth of a millisecond, parsing the SQL anew and wrapping the result cost more than the query.
 */
export class SqliteReader {
  readonly #database: sqlite3.Database;
  readonly #statements = new Map<string, sqlite3.Statement>();

  constructor(file: string) {
    this.#database = new sqlite3.Database(file);
    this.#database.exec(`${PRAGMAS} PRAGMA query_only = ON;`);
  }

  async all<Row>(sql: string, bind: Binds): Promise<Row[]> {
    const statement = this.#statements.get(sql) ?? (await this.#prepare(sql));
    return new Promise((resolve, reject) => {
      statement.all<Row>(named(bind), (error, rows) => (error ? reject(asDatabaseError(error)) : resolve(rows)));
    });
  }

  /** Row after row, one in memory at a time. */
  async *each<Row>(sql: string, bind: Binds): AsyncGenerator<Row> {
    const statement = await this.#prepare(sql);
    // Bound once: each further call without parameters steps on.
    const next = (binds?: Binds) =>
      new Promise<Row | undefined>((resolve, reject) => {
        const done = (error: Error | null, row?: Row) => (error ? reject(asDatabaseError(error)) : resolve(row));
        if (binds) statement.get<Row>(binds, done);
        else statement.get<Row>(done);
      });
    for (let row = await next(named(bind)); row !== undefined; row = await next()) yield row;
  }

  #prepare(sql: string): Promise<sqlite3.Statement> {
    return new Promise((resolve, reject) => {
      const statement = this.#database.prepare(sql, (error) => {
        if (error) return reject(asDatabaseError(error));
        if (this.#statements.size >= STATEMENTS_MAX) this.#forget();
        this.#statements.set(sql, statement);
        resolve(statement);
      });
    });
  }

  #forget(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
  }

  async close(): Promise<void> {
    this.#forget();
    await new Promise<void>((done) => this.#database.close(() => done()));
  }
}

const named = (bind: Binds): Binds =>
  Object.fromEntries(Object.entries(bind).map(([name, value]) => [`$${name}`, value]));

/** In the shape Sequelize gives its errors, so that one place tells what they mean. */
function asDatabaseError(error: Error): Error {
  return Object.assign(new Error(error.message), { name: 'DatabaseError', original: error });
}
