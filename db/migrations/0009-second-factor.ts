import type { Migration } from '#db/migration.ts';

export const secondFactor: Migration = {
  name: '0009-second-factor',
  up: async ({ run, key }) => {
    await run('ALTER TABLE users ADD COLUMN mail_factor_at BIGINT');
    await run('ALTER TABLE users ADD COLUMN totp_secret TEXT');
    await run('ALTER TABLE users ADD COLUMN totp_confirmed_at BIGINT');
    await run('ALTER TABLE users ADD COLUMN totp_step BIGINT');
    await run('ALTER TABLE grants ADD COLUMN remember INTEGER NOT NULL DEFAULT 0');
    await run('ALTER TABLE grants ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0');
    await run('CREATE INDEX grants_of_user ON grants (user_id)');
    await run(`CREATE TABLE recovery_codes (
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      code_hash ${key} NOT NULL,
      used_at BIGINT,
      PRIMARY KEY (user_id, code_hash)
    )`);
    await run(`CREATE TABLE tokens (
      id ${key} PRIMARY KEY,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      name TEXT NOT NULL,
      token_hash ${key} NOT NULL UNIQUE,
      created_at BIGINT NOT NULL,
      last_used_at BIGINT
    )`);
    await run('CREATE INDEX tokens_by_user ON tokens (user_id)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE tokens');
    await run('DROP TABLE recovery_codes');
    await run('DROP INDEX grants_of_user');
    for (const column of ['remember', 'attempts']) await run(`ALTER TABLE grants DROP COLUMN ${column}`);
    for (const column of ['mail_factor_at', 'totp_secret', 'totp_confirmed_at', 'totp_step']) {
      await run(`ALTER TABLE users DROP COLUMN ${column}`);
    }
  },
};
