import type { Migration } from '#db/migration.ts';

export const mails: Migration = {
  name: '0004-mails',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE mails (
      id ${key} PRIMARY KEY,
      sealed TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      next_attempt_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX mails_by_turn ON mails (next_attempt_at)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE mails');
  },
};
