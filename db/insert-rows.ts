import type { Step } from '#db/write-step.ts';

type Value = string | number | Buffer | null;
/** Fields are named as the columns, in camel case. */
export type NewRow = Record<string, Value>;

/** Columns whose value is an SQL expression of the parameter. */
type Expressions = Record<string, (parameter: string) => string>;

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Returns VALUES with a parameter for each field of rows with the same fields. A statement takes at most 32,766
 * parameters on SQLite.
 */
export function valuesOf(rows: readonly NewRow[], expressions: Expressions = {}) {
  const fields = Object.keys(rows[0]!);
  const bind: NewRow = {};
  const values = rows.map((row, nth) => {
    const written = fields.map((field) => {
      const name = `${field}${nth}`;
      bind[name] = row[field]!;
      return expressions[field]?.(`$${name}`) ?? `$${name}`;
    });
    return `(${written.join(', ')})`;
  });
  return { columns: fields.map(columnOf).join(', '), values: `VALUES ${values.join(', ')}`, bind };
}

/** Returns a step that inserts rows with the same fields. */
export function insertStep(table: string, rows: readonly NewRow[], expressions?: Expressions): Step {
  const { columns, values, bind } = valuesOf(rows, expressions);
  return { sql: `INSERT INTO ${table} (${columns}) ${values}`, bind };
}
