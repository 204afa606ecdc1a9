import { type Dialect, dialect, execute, executeReturning, select, selectLong } from '#db/connection.ts';
import type { Step } from '#db/write-step.ts';

type Binds = Record<string, unknown>;
/** An index by name, or the primary key of a table: `documents.pk`. */
type Index = string;

export type Statement = {
  name: string;
  /**
   * Indexes that the statement relies on. `db/queries/plans.db.test.ts` compares them with the plans of both databases.
   */
  uses: readonly Index[] | Record<Dialect, readonly Index[]>;
  sql: string | (() => string);
};

/** All statements of `db/queries/`, for the test of their plans. */
export const STATEMENTS: Statement[] = [];

/** A SELECT that runs alone, or as a step of a batch that is refused if these rows have changed. */
type Rows<Row, Bind> = ((bind: Bind) => Promise<Row[]>) & { unchanged: (bind: Bind, rows: Row[]) => Step };

/** Declares a SELECT with `$name` parameters. Returns a function that runs it. */
export function rowsOf<Row extends object, Bind extends Binds>(statement: Statement): Rows<Row, Bind> {
  const sql = declare(statement);
  const run = (bind: Bind) => select<Row>(sql(), bind);
  return Object.assign(run, {
    unchanged: (bind: Bind, rows: Row[]): Step => ({ sql: sql(), bind, expects: { rows } }),
  });
}

/** Like `rowsOf`, for a SELECT that may take long: on SQLite, pages do not wait for it. */
export function longRowsOf<Row extends object, Bind extends Binds>(
  statement: Statement,
): (bind: Bind) => Promise<Row[]> {
  const sql = declare(statement);
  return (bind) => selectLong<Row>(sql(), bind);
}

/** A change that runs alone, or as a step of a batch. */
type Change<Bind> = ((bind: Bind) => Promise<number>) & {
  step: (bind: Bind, more?: Pick<Step, 'expects' | 'done'>) => Step;
};

/** Declares one INSERT, UPDATE or DELETE. Returns a function that resolves to the number of changed rows. */
export function changeOf<Bind extends Binds>(statement: Statement): Change<Bind> {
  const sql = declare(statement);
  const run = (bind: Bind) => execute(sql(), bind);
  return Object.assign(run, { step: (bind: Bind, more = {}): Step => ({ sql: sql(), bind, ...more }) });
}

/** Declares one INSERT, UPDATE or DELETE … RETURNING. Returns a function that resolves to its rows. */
export function changedRowsOf<Row extends object, Bind extends Binds>(
  statement: Statement,
): (bind: Bind) => Promise<Row[]> {
  const sql = declare(statement);
  return (bind) => executeReturning<Row>(sql(), bind);
}

function declare(statement: Statement): () => string {
  STATEMENTS.push(statement);
  const { sql } = statement;
  return typeof sql === 'string' ? () => sql : sql;
}

/** Returns the pattern of `LIKE … ESCAPE '\\'` for texts that contain another. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Condition that one of some columns contains a text in any case, with its parameters. SQLite and some locales of
 * PostgreSQL fold ASCII only, so other letters are sought in each way they are usually written.
 */
export function containing(columns: readonly string[], name: string, text: string): { sql: string; bind: Binds } {
  const small = text.toLowerCase();
  const capitalised = small.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  const isAscii = /^[\0-\x7f]*$/.test(text);
  const forms = isAscii ? [small] : [...new Set([text, small, text.toUpperCase(), capitalised])];
  const names = forms.map((_, nth) => `${name}_${nth}`);
  const conditions = columns.flatMap((column) =>
    names.map((each) => `LOWER(${column}) LIKE LOWER($${each}) ESCAPE '\\'`),
  );
  const bind = Object.fromEntries(names.map((each, nth) => [each, likePattern(forms[nth]!)]));
  return { sql: `(${conditions.join(' OR ')})`, bind };
}

const LISTED = {
  sqlite: (name: string) => `SELECT value FROM json_each($${name})`,
  postgres: (name: string) => `SELECT value FROM jsonb_array_elements_text(CAST($${name} AS jsonb)) AS listed(value)`,
};

/** Returns the SQL that lists the elements of a JSON array parameter. */
export const listed = (name: string): string => LISTED[dialect()](name);

/** SQL condition: a column is an element of a JSON array parameter. For a subquery PostgreSQL would scan the table. */
export const isListed = (column: string, name: string): string =>
  dialect() === 'postgres' ? `${column} = ANY(ARRAY(${listed(name)}))` : `${column} IN (${listed(name)})`;

/** Returns the SQL for the kind of database in use. */
export const byDialect = (sql: Record<Dialect, string>): string => sql[dialect()];

export const usedBy = ({ uses }: Statement): readonly Index[] => ('sqlite' in uses ? uses[dialect()] : uses);
