import type { Migration } from '#db/migration.ts';

/**
 * Adds the shared live state of documents (Yjs), updates not yet folded into it, and all authors of a revision.
 * `live_epoch` is the id of the state, null without one.
 */
export const liveDocuments: Migration = {
  name: '0023-live-documents',
  up: async ({ run, key, dialect }) => {
    const bytes = dialect === 'postgres' ? 'BYTEA' : 'BLOB';
    await run('ALTER TABLE documents ADD COLUMN live_epoch BIGINT');
    await run(`CREATE TABLE document_states (
      document_id ${key} PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      epoch BIGINT NOT NULL,
      state ${bytes} NOT NULL,
      last_number INTEGER NOT NULL DEFAULT 0,
      folded_number INTEGER NOT NULL DEFAULT 0,
      used_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX document_states_by_use ON document_states (used_at)');
    await run(`CREATE TABLE document_updates (
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      number INTEGER NOT NULL,
      changes ${bytes} NOT NULL,
      writers TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (document_id, number)
    )`);
    await run('CREATE INDEX document_updates_by_age ON document_updates (created_at)');
    await run(`CREATE TABLE revision_writers (
      revision_id ${key} NOT NULL REFERENCES revisions ON DELETE CASCADE,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      PRIMARY KEY (revision_id, user_id)
    )`);
    await run('CREATE INDEX revision_writers_of_user ON revision_writers (user_id)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE revision_writers');
    await run('DROP TABLE document_updates');
    await run('DROP TABLE document_states');
    await run('ALTER TABLE documents DROP COLUMN live_epoch');
  },
};
