import type { Migration, MigrationContext } from '#db/migration.ts';

const PRESENT = 'SUM(CASE WHEN archived_at IS NULL THEN 1 ELSE 0 END)';
const ARCHIVED = 'SUM(CASE WHEN archived_at IS NULL THEN 0 ELSE 1 END)';
const ADD =
  'present = document_counts.present + excluded.present, archived = document_counts.archived + excluded.archived';
const INSERT = 'INSERT INTO document_counts (owner_id, present, archived)';

/** SQLite triggers count per row. */
async function countOnSqlite({ run }: MigrationContext): Promise<void> {
  const added = `${INSERT} VALUES (NEW.owner_id, NEW.archived_at IS NULL, NEW.archived_at IS NOT NULL)
    ON CONFLICT (owner_id) DO UPDATE SET ${ADD};`;
  const removed = `UPDATE document_counts SET present = present - (OLD.archived_at IS NULL),
    archived = archived - (OLD.archived_at IS NOT NULL) WHERE owner_id = OLD.owner_id;`;
  await run(`CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN ${added} END`);
  await run(`CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN ${removed} END`);
  await run(`CREATE TRIGGER documents_archived_or_back AFTER UPDATE OF archived_at, owner_id ON documents
    WHEN OLD.owner_id <> NEW.owner_id OR (OLD.archived_at IS NULL) <> (NEW.archived_at IS NULL)
    BEGIN ${removed} ${added} END`);
}

/**
 * PostgreSQL triggers count per statement: updating one row for each of ten thousand documents would bloat the table.
 */
async function countOnPostgres({ run }: MigrationContext): Promise<void> {
  const added = `${INSERT} SELECT owner_id, ${PRESENT}, ${ARCHIVED} FROM new_rows GROUP BY owner_id
    ON CONFLICT (owner_id) DO UPDATE SET ${ADD};`;
  const removed = `UPDATE document_counts SET present = present - gone.present_rows, archived = archived - gone.archived_rows
    FROM (SELECT owner_id, ${PRESENT} AS present_rows, ${ARCHIVED} AS archived_rows FROM old_rows GROUP BY owner_id) AS gone
    WHERE gone.owner_id = document_counts.owner_id;`;
  // Most updates are saves, which change neither column.
  const changed = `IF EXISTS (SELECT 1 FROM old_rows JOIN new_rows ON new_rows.id = old_rows.id
      WHERE new_rows.owner_id <> old_rows.owner_id OR (new_rows.archived_at IS NULL) <> (old_rows.archived_at IS NULL))
    THEN ${removed} ${added} END IF;`;
  const triggers = [
    { name: 'added', event: 'INSERT', tables: 'NEW TABLE AS new_rows', body: added },
    { name: 'removed', event: 'DELETE', tables: 'OLD TABLE AS old_rows', body: removed },
    { name: 'changed', event: 'UPDATE', tables: 'OLD TABLE AS old_rows NEW TABLE AS new_rows', body: changed },
  ];
  for (const { name, event, tables, body } of triggers) {
    await run(`CREATE OR REPLACE FUNCTION count_documents_${name}() RETURNS TRIGGER LANGUAGE plpgsql AS
      $counting$ BEGIN ${body} RETURN NULL; END $counting$`);
    await run(`CREATE TRIGGER documents_${name} AFTER ${event} ON documents REFERENCING ${tables}
      FOR EACH STATEMENT EXECUTE FUNCTION count_documents_${name}()`);
  }
}

const TRIGGERS = {
  sqlite: ['documents_added', 'documents_removed', 'documents_archived_or_back'],
  postgres: ['documents_added', 'documents_removed', 'documents_changed'],
};

/** Maintains document counts per account by triggers, so that a list's total has constant cost. */
export const documentCounts: Migration = {
  name: '0017-document-counts',
  up: async (context) => {
    const { run, key, dialect } = context;
    await run(`CREATE TABLE document_counts (
      owner_id ${key} PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      present INTEGER NOT NULL,
      archived INTEGER NOT NULL
    )`);
    await run(`${INSERT} SELECT owner_id, ${PRESENT}, ${ARCHIVED} FROM documents GROUP BY owner_id`);
    await (dialect === 'postgres' ? countOnPostgres(context) : countOnSqlite(context));
    // An index on an expression, which SQLite does not use to read a level of the tree.
    await run('CREATE INDEX documents_placed ON documents (owner_id, (position + 0), id)');
  },
  down: async ({ run, dialect }) => {
    await run('DROP INDEX documents_placed');
    for (const trigger of TRIGGERS[dialect])
      await run(`DROP TRIGGER ${trigger}${dialect === 'postgres' ? ' ON documents' : ''}`);
    if (dialect === 'postgres')
      for (const name of ['added', 'removed', 'changed']) await run(`DROP FUNCTION count_documents_${name}()`);
    await run('DROP TABLE document_counts');
  },
};
