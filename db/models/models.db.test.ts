import type { Model, ModelStatic } from 'sequelize';
import { beforeAll, expect, test } from 'vitest';
import { database, dialect, select } from '#db/connection.ts';
import { models } from '#db/models/index.ts';
import { describeOnBoth } from '#tests/support/database.ts';

type Key = { table: string; column: string; target: string };
type Column = { table: string; name: string; type: string; isNullable: number | boolean; isKey: number | boolean };
const all = Object.values(models) as ModelStatic<Model>[];

/** Tables of the migration tool and of the search index. */
const NOT_MODELLED = /^(?:migrations|sqlite_\w+|document_index\w*)$/;
const FAMILIES: [RegExp, string][] = [
  [/INT|SERIAL/, 'integer'],
  [/DOUBLE|REAL/, 'real'],
  [/BLOB|BYTEA/, 'bytes'],
  [/TEXT|CHAR/, 'text'],
];
const familyOf = (type: string) => FAMILIES.find(([pattern]) => pattern.test(type.toUpperCase()))?.[1] ?? type;

// Not `describeTable`: Sequelize cannot read an index of an expression on SQLite.
const COLUMNS = {
  sqlite: `SELECT tables.name AS "table", columns.name, columns.type,
      columns."notnull" = 0 AND columns.pk = 0 AS "isNullable", columns.pk > 0 AS "isKey"
    FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
  postgres: `SELECT CAST(attrelid::regclass AS TEXT) AS "table", CAST(attname AS TEXT) AS name,
      format_type(atttypid, NULL) AS type, NOT attnotnull AS "isNullable",
      EXISTS (SELECT 1 FROM pg_index WHERE indrelid = attrelid AND indisprimary AND attnum = ANY (indkey)) AS "isKey"
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_schema()) AND attnum > 0 AND NOT attisdropped`,
};
const FOREIGN_KEYS = {
  sqlite: `SELECT tables.name AS "table", keys."from" AS "column", keys."table" AS "target" FROM sqlite_master AS tables
    JOIN pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'`,
  postgres: `SELECT CAST(conrelid::regclass AS TEXT) AS "table", CAST(columns.attname AS TEXT) AS "column",
      CAST(confrelid::regclass AS TEXT) AS "target"
    FROM pg_constraint JOIN pg_attribute AS columns ON columns.attrelid = conrelid AND columns.attnum = conkey[1]
    WHERE contype = 'f'`,
};

const shape = (type: string, isNullable: boolean, isKey: boolean) =>
  [familyOf(type), isNullable ? 'nullable' : '', isKey ? 'key' : ''].filter(Boolean).join(' ');

describeOnBoth('the models', () => {
  // The models are bound to the connection when it opens.
  beforeAll(async () => void (await database()));

  test('stand for every table of the schema', async () => {
    const tables = [...new Set((await select<Column>(COLUMNS[dialect()])).map(({ table }) => table))];
    const expected = tables.filter((table) => !NOT_MODELLED.test(table)).sort();
    expect(all.map((model) => model.getTableName()).sort()).toEqual(expected);
  });

  test('have the columns, kinds, nullability and keys of their tables', async () => {
    const columns = await select<Column>(COLUMNS[dialect()]);
    for (const model of all) {
      const table = model.getTableName() as string;
      const found = columns
        .filter((column) => column.table === table)
        .map(({ name, type, isNullable, isKey }) => `${name} ${shape(type, Boolean(isNullable), Boolean(isKey))}`);
      const declared = Object.values(model.getAttributes()).map(({ field, type, allowNull, primaryKey }) => {
        const isKey = primaryKey === true;
        return `${field} ${shape(String(type), allowNull !== false && !isKey, isKey)}`;
      });
      expect(declared.sort(), table).toEqual(found.sort());
    }
  });

  test('have an association for each foreign key, and no other', async () => {
    const keys = (await select<Key>(FOREIGN_KEYS[dialect()])).filter(({ table }) => !NOT_MODELLED.test(table));
    const declared = all.flatMap((model) =>
      Object.values(model.associations).map(({ foreignKey, target }) => ({
        table: model.getTableName() as string,
        column: model.getAttributes()[foreignKey]!.field!,
        target: target.getTableName() as string,
      })),
    );
    const inOrder = (rows: typeof keys) => rows.map((row) => `${row.table}.${row.column} → ${row.target}`).sort();
    expect(inOrder(declared)).toEqual(inOrder(keys));
  });
});
