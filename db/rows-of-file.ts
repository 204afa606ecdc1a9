import { SqliteReader } from '#db/sqlite-reader.ts';
import type { TableRow } from '#db/tables.ts';

const AT_ONCE = 200;

/** Reads tables of a SQLite file beside the connected database. */
export class RowsOfFile {
  readonly #reader: SqliteReader;

  constructor(file: string) {
    this.#reader = new SqliteReader(file);
  }

  /** Returns the rows whose column has one of the values. Names of tables and columns are constants. */
  where<Row extends TableRow>(table: string, column: string, values: readonly string[]): Promise<Row[]> {
    const listed = 'SELECT value FROM json_each($values)';
    return this.#reader.all<Row>(`SELECT * FROM ${table} WHERE ${column} IN (${listed}) ORDER BY rowid`, {
      values: JSON.stringify(values),
    });
  }

  /** Yields those rows by batches, for any number of values. */
  async *batches(table: string, column: string, values: readonly string[]): AsyncGenerator<TableRow[]> {
    for (let from = 0; from < values.length; from += AT_ONCE) {
      const rows = await this.where(table, column, values.slice(from, from + AT_ONCE));
      if (rows.length > 0) yield rows;
    }
  }

  /** Returns the values of one column in a whole table. */
  async column(table: string, column: string): Promise<string[]> {
    const rows = await this.#reader.all<{ value: string }>(`SELECT ${column} AS value FROM ${table}`, {});
    return rows.map(({ value }) => value);
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}
