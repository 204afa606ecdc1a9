import type { Migration } from '#db/migration.ts';

/** Stores row and bytes of a removed file for an hour, for undo. */
export const removedFiles: Migration = {
  name: '0037-removed-files',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE removed_files (
      id ${key} PRIMARY KEY,
      owner_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      document_id ${key} NOT NULL,
      content_hash ${key} NOT NULL,
      file TEXT NOT NULL,
      removed_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX removed_files_of_owner ON removed_files (owner_id, content_hash)');
    await run('CREATE INDEX removed_files_expiring ON removed_files (removed_at)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE removed_files');
  },
};
