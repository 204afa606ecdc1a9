import type { Migration } from '#db/migration.ts';

/** Adds who accepted which version of the terms, and when. */
export const terms: Migration = {
  name: '0053-terms',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE terms_acceptances (
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      version ${key} NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (user_id, version)
    )`);
  },
  down: async ({ run }) => {
    await run('DROP TABLE terms_acceptances');
  },
};
