import { dialect, execute, type Read, select } from '#db/connection.ts';
import { inSnapshot } from '#db/snapshot.ts';

// Generic access to tables, for backup and restore. The only such file.

export type TableValue = string | number | Buffer | null;
export type TableRow = Record<string, TableValue>;

/** Rows in memory at a time. Some hold megabytes of text. */
const AT_ONCE = 20;
/** Excludes tables derived from others, of running processes, or owned by the migration tool. */
const DERIVED =
  "name NOT LIKE 'document\\_index%' ESCAPE '\\' AND name NOT IN ('migrations', 'document_counts', 'processes')";

const NAMES = {
  sqlite: `SELECT name FROM sqlite_master
    WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND ${DERIVED} ORDER BY name`,
  postgres: `SELECT name FROM (SELECT CAST(tablename AS TEXT) AS name FROM pg_tables
    WHERE schemaname = current_schema()) AS tables WHERE ${DERIVED} ORDER BY name`,
};
const REFERENCES = {
  sqlite: `SELECT tables.name AS "from", keys."table" AS "to" FROM sqlite_master AS tables
    JOIN pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'`,
  postgres: `SELECT CAST(conrelid::regclass AS TEXT) AS "from", CAST(confrelid::regclass AS TEXT) AS "to"
    FROM pg_constraint WHERE contype = 'f'`,
};

/** Lists every table with user data, referenced tables first. */
export async function tablesInOrder(read: Read = select): Promise<string[]> {
  const names = (await read<{ name: string }>(NAMES[dialect()])).map(({ name }) => name);
  const references = await read<{ from: string; to: string }>(REFERENCES[dialect()]);
  const ordered: string[] = [];
  const visit = (name: string) => {
    if (ordered.includes(name) || !names.includes(name)) return;
    for (const { from, to } of references) if (from === name && to !== name) visit(to);
    ordered.push(name);
  };
  names.forEach(visit);
  return ordered;
}

/** Streams a table, a few rows in memory at a time. */
export async function* streamTable(read: Read, table: string): AsyncGenerator<TableRow> {
  if (dialect() === 'postgres') return yield* rowsByCursor(read, table);
  for (let after = 0; ; ) {
    const rows = await read<TableRow & { arbor_rowid: number }>(
      `SELECT rowid AS arbor_rowid, * FROM ${table} WHERE rowid > $after ORDER BY rowid LIMIT ${AT_ONCE}`,
      { after },
    );
    for (const { arbor_rowid: _, ...row } of rows) yield row;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.arbor_rowid;
  }
}

async function* rowsByCursor(read: Read, table: string): AsyncGenerator<TableRow> {
  await read(`DECLARE arbor_rows NO SCROLL CURSOR FOR SELECT * FROM ${table}`);
  for (;;) {
    const rows = await read<TableRow>(`FETCH ${AT_ONCE} FROM arbor_rows`);
    yield* rows;
    if (rows.length < AT_ONCE) break;
  }
  await read('CLOSE arbor_rows');
}

/** Inserts rows with the same columns; requires a transaction. */
export async function insertRows(table: string, rows: TableRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const bind: Record<string, TableValue> = {};
  const values = rows.map((row, index) => {
    const names = columns.map((column, place) => {
      bind[`v${index}_${place}`] = row[column] ?? null;
      return `$v${index}_${place}`;
    });
    return `(${names.join(', ')})`;
  });
  await execute(`INSERT INTO ${table} (${columns.map(quoted).join(', ')}) VALUES ${values.join(', ')}`, bind);
}

/** Column names of an archive are untrusted. */
function quoted(column: string): string {
  if (!/^[a-z_]\w*$/.test(column)) throw new Error(`No column can be called ${JSON.stringify(column)}`);
  return `"${column}"`;
}

const INDEX_TABLES = {
  sqlite: ['document_index_words', 'document_index_tokens', 'document_index_ids', 'document_index'],
  postgres: ['document_index_words', 'document_index'],
};

/** Drops every table, derived ones included; requires a transaction. */
export async function dropTables(): Promise<void> {
  if (dialect() === 'sqlite') await execute('PRAGMA defer_foreign_keys = ON');
  const index = INDEX_TABLES[dialect()];
  const derived = [...index, 'document_counts', 'processes'];
  const cascade = dialect() === 'postgres' ? ' CASCADE' : '';
  for (const table of [...derived, ...(await tablesInOrder()).reverse(), 'migrations'])
    await execute(`DROP TABLE IF EXISTS ${table}${cascade}`);
}

/** Returns the last number of each auto-increment table, so that none is reused. */
export async function countersOf(read: Read): Promise<Record<string, number>> {
  const rows =
    dialect() === 'sqlite'
      ? await read<Counter>(
          "SELECT name, seq AS last FROM sqlite_sequence WHERE name NOT LIKE 'document\\_%' ESCAPE '\\'",
        )
      : await read<Counter>(`SELECT CAST(tables.relname AS TEXT) AS name, sequences.last_value AS last
          FROM pg_sequences AS sequences JOIN pg_class AS counters ON counters.relname = sequences.sequencename
            JOIN pg_depend ON pg_depend.objid = counters.oid AND pg_depend.deptype IN ('a', 'i')
            JOIN pg_class AS tables ON tables.oid = pg_depend.refobjid
          WHERE sequences.schemaname = current_schema() AND sequences.last_value IS NOT NULL`);
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
}
type Counter = { name: string; last: number };

/** Sets a table's auto-increment counter; requires a transaction. */
export async function setCounter(table: string, last: number): Promise<void> {
  if (dialect() === 'postgres') {
    await select("SELECT setval(pg_get_serial_sequence($table, 'id'), CAST($last AS BIGINT))", { table, last });
    return;
  }
  await execute('DELETE FROM sqlite_sequence WHERE name = $table', { table });
  await execute('INSERT INTO sqlite_sequence (name, seq) VALUES ($table, $last)', { table, last });
}

/**
 * Returns SQLite's integrity errors: damaged pages, broken foreign keys. PostgreSQL needs neither check. Uses its own
 * connection, as FTS5 would check a structure cached before other writers.
 */
export async function faultsOfDatabase(): Promise<string[]> {
  if (dialect() === 'postgres') return [];
  return inSnapshot(async (read) => {
    const damage = await read<{ integrity_check: string }>('PRAGMA integrity_check');
    const lost = await read<{ table: string; rowid: number; parent: string }>('PRAGMA foreign_key_check');
    return [
      ...damage.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
      ...lost.map(({ table, rowid, parent }) => `${table} ${rowid} → ${parent}`),
    ];
  });
}

/** Updates PostgreSQL's statistics. After many inserts it would scan whole tables until autovacuum runs. */
export async function renewStatistics(): Promise<void> {
  if (dialect() !== 'postgres') return;
  for (const table of await tablesInOrder()) await select(`ANALYZE ${table}`);
}
