import type { Migration } from '#db/migration.ts';

/** Stores which accounts' addresses the mail server refused for good. */
export const mailRefusals: Migration = {
  name: '0043-mail-refusals',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE mail_refusals (
      user_id ${key} PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      email ${key} NOT NULL,
      reply TEXT NOT NULL,
      refused_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX mail_refusals_of_address ON mail_refusals (email)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE mail_refusals');
  },
};
