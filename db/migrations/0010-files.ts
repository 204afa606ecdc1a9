import type { Migration } from '#db/migration.ts';

/** `document_id` has no foreign key: files of a deleted document stay for thirty days and are then pruned. */
export const files: Migration = {
  name: '0010-files',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE files (
      id ${key} PRIMARY KEY,
      file_key ${key} NOT NULL UNIQUE,
      owner_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      uploader_id ${key},
      document_id ${key},
      name TEXT NOT NULL,
      ext TEXT NOT NULL,
      type TEXT NOT NULL,
      size BIGINT,
      width INTEGER,
      height INTEGER,
      content_hash ${key},
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      confirmed_at BIGINT,
      orphaned_at BIGINT
    )`);
    await run('CREATE INDEX files_of_document ON files (document_id, created_at)');
    await run('CREATE INDEX files_of_owner ON files (owner_id, content_hash)');
    await run('CREATE INDEX files_unconfirmed ON files (expires_at) WHERE confirmed_at IS NULL');
    await run('CREATE INDEX files_orphaned ON files (orphaned_at) WHERE orphaned_at IS NOT NULL');
  },
  down: async ({ run }) => {
    await run('DROP TABLE files');
  },
};
