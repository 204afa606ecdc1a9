import type { Migration } from '#db/migration.ts';

/** Adds comment threads, watchers of documents, and notifications. */
export const conversations: Migration = {
  name: '0026-conversations',
  up: async ({ run, key }) => {
    await run("ALTER TABLE documents ADD COLUMN commenting TEXT NOT NULL DEFAULT 'readers'");
    await run(`CREATE TABLE threads (
      id ${key} PRIMARY KEY,
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      quote TEXT,
      prefix TEXT,
      suffix TEXT,
      resolved_at BIGINT,
      created_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX threads_of_document ON threads (document_id, created_at)');
    await run(`CREATE TABLE comments (
      id ${key} PRIMARY KEY,
      thread_id ${key} NOT NULL REFERENCES threads ON DELETE CASCADE,
      author_id ${key} NOT NULL REFERENCES users,
      body TEXT NOT NULL,
      html TEXT NOT NULL,
      render_version INTEGER NOT NULL,
      created_at BIGINT NOT NULL,
      edited_at BIGINT
    )`);
    await run('CREATE INDEX comments_of_thread ON comments (thread_id, created_at)');
    await run('CREATE INDEX comments_of_author ON comments (author_id)');
    await run(`CREATE TABLE watchers (
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      is_watching INTEGER NOT NULL,
      PRIMARY KEY (document_id, user_id)
    )`);
    await run('CREATE INDEX watchers_of_user ON watchers (user_id)');
    await run(`CREATE TABLE notifications (
      id ${key} PRIMARY KEY,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      kind TEXT NOT NULL,
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      thread_id ${key} REFERENCES threads ON DELETE CASCADE,
      actor_id ${key} REFERENCES users ON DELETE SET NULL,
      fold_key TEXT NOT NULL,
      acts INTEGER NOT NULL DEFAULT 1,
      created_at BIGINT NOT NULL,
      read_at BIGINT
    )`);
    await run('CREATE INDEX notifications_of_user ON notifications (user_id, created_at)');
    await run(`CREATE UNIQUE INDEX notifications_unread ON notifications (user_id, document_id, fold_key)
      WHERE read_at IS NULL`);
    await run('CREATE INDEX notifications_of_document ON notifications (document_id)');
    await run('CREATE INDEX notifications_of_thread ON notifications (thread_id)');
    await run('CREATE INDEX notifications_of_actor ON notifications (actor_id)');
  },
  down: async ({ run }) => {
    for (const table of ['notifications', 'watchers', 'comments', 'threads']) await run(`DROP TABLE ${table}`);
    await run('ALTER TABLE documents DROP COLUMN commenting');
  },
};
