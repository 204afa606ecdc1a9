import type { Migration } from '#db/migration.ts';

export const documents: Migration = {
  name: '0002-documents',
  up: async ({ run, key, number, serial }) => {
    await run(`CREATE TABLE documents (
      id ${key} PRIMARY KEY,
      parent_id ${key} REFERENCES documents DEFERRABLE INITIALLY DEFERRED,
      owner_id ${key} NOT NULL REFERENCES users,
      created_by ${key} NOT NULL REFERENCES users,
      updated_by ${key} NOT NULL REFERENCES users,
      title TEXT NOT NULL,
      title_key ${key} NOT NULL,
      icon TEXT,
      position ${number} NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      archived_at BIGINT,
      archive_root_id ${key},
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX documents_siblings ON documents (parent_id, position)');
    await run('CREATE INDEX documents_roots ON documents (owner_id, position) WHERE parent_id IS NULL');
    await run('CREATE INDEX documents_created ON documents (owner_id, created_at, id)');
    await run('CREATE INDEX documents_updated ON documents (owner_id, updated_at, id)');
    await run('CREATE INDEX documents_titled ON documents (owner_id, title_key, id)');
    await run('CREATE INDEX documents_archived ON documents (owner_id, archived_at) WHERE archived_at IS NOT NULL');
    await run('CREATE INDEX documents_archive_root ON documents (archive_root_id) WHERE archive_root_id IS NOT NULL');
    await run(`CREATE TABLE document_texts (
      document_id ${key} PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      content TEXT NOT NULL,
      html TEXT NOT NULL,
      outline TEXT NOT NULL,
      plain_text TEXT NOT NULL,
      render_version INTEGER NOT NULL
    )`);
    await run(`CREATE TABLE reader_states (
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      starred_at BIGINT,
      opened_at BIGINT,
      seen_version INTEGER,
      PRIMARY KEY (user_id, document_id)
    )`);
    await run('CREATE INDEX reader_states_of_document ON reader_states (document_id)');
    await run('CREATE INDEX reader_states_recent ON reader_states (user_id, opened_at)');
    await run('CREATE INDEX reader_states_starred ON reader_states (user_id, starred_at) WHERE starred_at IS NOT NULL');
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
    await run(`CREATE TABLE shares (
      id ${serial},
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      email ${key} NOT NULL,
      user_id ${key} REFERENCES users ON DELETE CASCADE,
      permission TEXT NOT NULL CHECK (permission IN ('EDIT', 'READ', 'NONE')),
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    )`);
    await run('CREATE UNIQUE INDEX shares_of_document ON shares (document_id, email)');
    await run('CREATE INDEX shares_of_user ON shares (user_id, document_id, permission)');
    await run('CREATE INDEX shares_invited ON shares (email) WHERE user_id IS NULL');
  },
  down: async ({ run }) => {
    for (const table of ['shares', 'revisions', 'reader_states', 'document_texts', 'documents']) {
      await run(`DROP TABLE ${table}`);
    }
  },
};
