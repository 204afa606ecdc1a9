import type { Migration } from '#db/migration.ts';

export const links: Migration = {
  name: '0012-links',
  up: async ({ run, key }) => {
    // No foreign key: a text may link to a document that was deleted or does not exist yet.
    await run(`CREATE TABLE links (
      from_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      to_id ${key} NOT NULL,
      PRIMARY KEY (from_id, to_id)
    )`);
    await run('CREATE INDEX links_to ON links (to_id)');
    await run('ALTER TABLE document_texts ADD COLUMN words INTEGER NOT NULL DEFAULT 0');
    await run('ALTER TABLE document_texts ADD COLUMN reading_seconds INTEGER NOT NULL DEFAULT 0');
    // Finds documents rendered by older versions without reading the wide rows.
    await run('CREATE INDEX document_texts_rendered ON document_texts (render_version)');
  },
  down: async ({ run }) => {
    await run('DROP INDEX document_texts_rendered');
    await run('ALTER TABLE document_texts DROP COLUMN reading_seconds');
    await run('ALTER TABLE document_texts DROP COLUMN words');
    await run('DROP TABLE links');
  },
};
