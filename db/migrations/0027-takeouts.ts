import type { Migration } from '#db/migration.ts';

/** Adds takeouts: documents of people who lost access to them, until they are packed and for a month afterwards. */
export const takeouts: Migration = {
  name: '0027-takeouts',
  up: async ({ run, key }) => {
    // No foreign key for `owner_id`: a takeout outlives the account that owned its documents.
    await run(`CREATE TABLE takeouts (
      id ${key} PRIMARY KEY,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      owner_id ${key} NOT NULL,
      cause TEXT NOT NULL,
      title TEXT,
      documents INTEGER,
      worked_at BIGINT NOT NULL,
      packed_at BIGINT,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX takeouts_of_user ON takeouts (user_id, created_at)');
    await run('CREATE INDEX takeouts_waiting ON takeouts (worked_at) WHERE packed_at IS NULL');
    await run('CREATE INDEX takeouts_expiring ON takeouts (expires_at)');
    await run(`CREATE TABLE takeout_documents (
      takeout_id ${key} NOT NULL REFERENCES takeouts ON DELETE CASCADE,
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      parent_id ${key},
      version INTEGER NOT NULL,
      PRIMARY KEY (takeout_id, document_id)
    )`);
    await run('CREATE INDEX takeout_documents_of_document ON takeout_documents (document_id)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE takeout_documents');
    await run('DROP TABLE takeouts');
  },
};
