import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { PRAGMAS } from '#db/sqlite-driver.ts';

type Row = Record<string, SQLInputValue>;

/** Tables with rows of a document, and the column of its id. Referenced tables come first. */
const TABLES: [table: string, column: string][] = [
  ['documents', 'id'],
  ['document_texts', 'document_id'],
  ['revisions', 'document_id'],
  ['reader_states', 'document_id'],
  ['links', 'from_id'],
  ['document_index_ids', 'document_id'],
];
/** Documents per transaction; an import has fewer, so that nobody waits for the lock. */
const BATCH = 50;

/**
 * Inserts the documents of an installation into an empty database with the same schema, one prepared statement a row.
 * Returns the documents per second: the most that an import without reading and rendering could reach.
 */
export function bareInsertRate(dataDir: string, folder: string): number {
  const source = new DatabaseSync(join(dataDir, 'arbor.sqlite'), { readOnly: true });
  const target = new DatabaseSync(join(folder, 'bare.sqlite'));
  target.exec(PRAGMAS);
  const schema =
    source.prepare(`SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    AND (name = 'document_index' OR name NOT IN (SELECT 'document_index_' || value
      FROM json_each('["data","idx","content","docsize","config"]')))
    ORDER BY type = 'trigger', type = 'index', rowid`);
  for (const { sql } of schema.all()) target.exec(String(sql));
  const documents = documentsOf(source);
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const run = (table: string, row: Row) => {
    const columns = Object.keys(row);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `$${column}`).join(', ')})`;
    const prepared = statements.get(sql) ?? target.prepare(sql);
    statements.set(sql, prepared);
    prepared.run(row);
  };
  for (const user of source.prepare('SELECT * FROM users').all()) run('users', user as Row);
  const from = performance.now();
  for (let first = 0; first < documents.length; first += BATCH) {
    target.exec('BEGIN IMMEDIATE');
    for (const rows of documents.slice(first, first + BATCH)) for (const { table, row } of rows) run(table, row);
    target.exec('COMMIT');
  }
  const seconds = (performance.now() - from) / 1000;
  source.close();
  target.close();
  return documents.length / seconds;
}

/** Returns the rows of each document, parents first, with those of the full-text index. */
function documentsOf(source: DatabaseSync): { table: string; row: Row }[][] {
  const ids = source.prepare('SELECT id FROM documents ORDER BY rowid').all() as { id: string }[];
  const selects = TABLES.map(([table, column]) => ({
    table,
    find: source.prepare(`SELECT * FROM ${table} WHERE ${column} = $id`),
  }));
  const tokens = source.prepare(
    `SELECT tokens.* FROM document_index_ids AS ids JOIN document_index_tokens AS tokens ON tokens.id = ids.id
     WHERE ids.document_id = $id`,
  );
  return ids.map(({ id }) => {
    const rows = selects.flatMap(({ table, find }) => find.all({ id }).map((row) => ({ table, row: row as Row })));
    for (const row of tokens.all({ id }) as Row[]) {
      const { headings: _, id: rowid, ...searched } = row;
      rows.push(
        { table: 'document_index_tokens', row },
        { table: 'document_index', row: { rowid: rowid!, ...searched } },
      );
    }
    return rows;
  });
}
