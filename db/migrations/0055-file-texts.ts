import type { Migration } from '#db/migration.ts';

/** Adds texts of attached files for the search index, and queues all documents that have files. */
export const fileTexts: Migration = {
  name: '0055-file-texts',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE file_texts (
      file_id ${key} PRIMARY KEY REFERENCES files ON DELETE CASCADE,
      content TEXT NOT NULL,
      tokens TEXT NOT NULL,
      problem TEXT
    )`);
    await run(`CREATE TABLE waiting_files (
      document_id ${key} PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      mark ${key} NOT NULL
    )`);
    await run(`INSERT INTO waiting_files (document_id, mark)
      SELECT DISTINCT documents.id, 'migration' FROM documents JOIN files ON files.document_id = documents.id
      WHERE files.confirmed_at IS NOT NULL`);
  },
  down: async ({ run }) => {
    await run('DROP TABLE waiting_files');
    await run('DROP TABLE file_texts');
  },
};
