import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { database, dialect, inTransaction, select } from '#db/connection.ts';
import { STATEMENTS, type Statement, usedBy } from '#db/query.ts';
import { describeOnBoth } from '#tests/support/database.ts';

const FOLDER = import.meta.dirname;
const files = readdirSync(FOLDER).filter((name) => !name.includes('.test.'));
const modules: Record<string, unknown>[] = await Promise.all(
  files.map((name) => import(/* @vite-ignore */ join(FOLDER, name))),
);

const textOf = ({ sql }: Statement) => (typeof sql === 'string' ? sql : sql());

/** Indexes by table and columns, as those of constraints are named differently on each database. */
const INDEXES = {
  sqlite: `SELECT tables.name || '(' || group_concat(columns.name) || ')' AS key, indexes.name
    FROM sqlite_master AS tables JOIN pragma_index_list(tables.name) AS indexes
    JOIN pragma_index_info(indexes.name) AS columns
    WHERE tables.type = 'table' AND indexes.origin <> 'c' GROUP BY indexes.name`,
  postgres: `SELECT CAST(indrelid::regclass AS TEXT) || '(' || (
      SELECT string_agg(attname, ',' ORDER BY place) FROM unnest(indkey) WITH ORDINALITY AS keys(number, place)
      JOIN pg_attribute ON attrelid = indrelid AND attnum = number
    ) || ')' AS key, CAST(indexrelid::regclass AS TEXT) AS name
    FROM pg_index JOIN pg_constraint ON conindid = indexrelid AND contype IN ('p', 'u')`,
};

async function planOf(statement: Statement): Promise<string> {
  const sql = textOf(statement);
  if (dialect() === 'sqlite') {
    const names = [...sql.matchAll(/\$(\w+)/g)].map(([, name]) => name!);
    const bind = Object.fromEntries(names.map((name) => [name, null]));
    const rows = await select<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, bind);
    return rows.map(({ detail }) => detail).join('\n');
  }
  const names: string[] = [];
  const numbered = sql.replace(/\$(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return inTransaction(async () => {
    const sequelize = await database();
    // Without rows a table scan costs least. Disabled, the plan shows whether the index can serve the statement.
    await sequelize.query('SET LOCAL enable_seqscan = off');
    const [rows] = await sequelize.query(`EXPLAIN (GENERIC_PLAN) ${numbered}`);
    return (rows as Record<string, string>[]).map((row) => row['QUERY PLAN']).join('\n');
  });
}

test('every query function declares the indexes it relies on', () => {
  // A query function, or an object with one per list.
  const exported = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => {
      if (typeof value === 'function') return [name];
      return typeof value === 'object' && value !== null ? Object.keys(value).map((list) => `${name}.${list}`) : [];
    }),
  );
  expect(STATEMENTS.map(({ name }) => name).sort()).toEqual(exported.sort());
});

test('SQL in this folder stands in a declaration', () => {
  for (const name of files) expect(readFileSync(join(FOLDER, name), 'utf8'), name).not.toContain('#db/connection.ts');
});

describeOnBoth('the plan', () => {
  test.each(STATEMENTS)('of $name uses its indexes', async (statement) => {
    const names = new Map(
      (await select<{ key: string; name: string }>(INDEXES[dialect()])).map(({ key, name }) => [key, name]),
    );
    const plan = await planOf(statement);
    for (const index of usedBy(statement)) {
      // A numeric key on SQLite is the rowid.
      const rowNumber = dialect() === 'sqlite' ? 'INTEGER PRIMARY KEY' : undefined;
      const name = index.includes('(') ? (names.get(index) ?? rowNumber) : index;
      expect(name, `an index ${index}`).toBeDefined();
      expect(plan).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  test('without an index shows a scan', async () => {
    const scan = { name: 'scan', uses: [], sql: 'SELECT id FROM users WHERE display_name = $name' };
    expect(await planOf(scan)).not.toMatch(/users_|sqlite_autoindex/);
  });
});
