import type { Migration } from '#db/migration.ts';

/**
 * Stores revisions packed: some whole, the others as a delta to the previous revision. Existing texts become whole ones
 * (`packing` 0 is plain UTF-8).
 */
export const packedRevisions: Migration = {
  name: '0006-packed-revisions',
  up: async ({ run, key, dialect }) => {
    const [bytes, plain] =
      dialect === 'postgres' ? ['BYTEA', "convert_to(content, 'UTF8')"] : ['BLOB', 'CAST(content AS BLOB)'];
    await run('ALTER TABLE revisions RENAME TO whole_revisions');
    await run('DROP INDEX revisions_of_document');
    await run(`CREATE TABLE revisions (
      id ${key} PRIMARY KEY,
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      version INTEGER NOT NULL,
      author_id ${key} NOT NULL REFERENCES users,
      title TEXT NOT NULL,
      packing INTEGER NOT NULL,
      packed ${bytes} NOT NULL,
      autosaved_since BIGINT,
      folded INTEGER NOT NULL DEFAULT 0,
      created_at BIGINT NOT NULL
    )`);
    await run('CREATE UNIQUE INDEX revisions_of_document ON revisions (document_id, version)');
    await run(`INSERT INTO revisions
      (id, document_id, version, author_id, title, packing, packed, autosaved_since, folded, created_at)
      SELECT id, document_id, version, author_id, title, 0, ${plain},
        CASE WHEN autosave = 1 THEN created_at ELSE NULL END, 0, created_at
      FROM whole_revisions`);
    await run('DROP TABLE whole_revisions');
  },
  // SQL cannot unpack: the down migration leaves the current text of each document as its only revision.
  down: async ({ run, key }) => {
    await run('DROP TABLE revisions');
    await run(`CREATE TABLE revisions (
      id ${key} PRIMARY KEY,
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      version INTEGER NOT NULL,
      author_id ${key} NOT NULL REFERENCES users,
      title TEXT NOT NULL,
      content TEXT NOT NULL,
      autosave INTEGER NOT NULL DEFAULT 0,
      created_at BIGINT NOT NULL
    )`);
    await run('CREATE UNIQUE INDEX revisions_of_document ON revisions (document_id, version)');
    await run(`INSERT INTO revisions (id, document_id, version, author_id, title, content, autosave, created_at)
      SELECT documents.id, documents.id, version, updated_by, title, content, 0, updated_at
      FROM documents JOIN document_texts ON document_texts.document_id = documents.id`);
  },
};
