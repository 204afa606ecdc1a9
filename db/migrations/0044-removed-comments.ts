import type { Migration } from '#db/migration.ts';

/** Stores removed comments for an hour, for undo. */
export const removedComments: Migration = {
  name: '0044-removed-comments',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE removed_comments (
      id ${key} PRIMARY KEY,
      document_id ${key} NOT NULL REFERENCES documents ON DELETE CASCADE,
      author_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      removed_by ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      comment TEXT NOT NULL,
      thread TEXT NOT NULL,
      notifications TEXT NOT NULL,
      removed_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX removed_comments_of_document ON removed_comments (document_id)');
    await run('CREATE INDEX removed_comments_of_author ON removed_comments (author_id)');
    await run('CREATE INDEX removed_comments_of_remover ON removed_comments (removed_by)');
    await run('CREATE INDEX removed_comments_expiring ON removed_comments (removed_at)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE removed_comments');
  },
};
