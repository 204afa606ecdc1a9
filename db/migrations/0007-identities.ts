import type { Migration } from '#db/migration.ts';

export const identities: Migration = {
  name: '0007-identities',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE identities (
      provider_name ${key} NOT NULL,
      provider_id ${key} NOT NULL,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (provider_name, provider_id)
    )`);
    await run('CREATE UNIQUE INDEX identities_of_user ON identities (user_id, provider_name)');
    await run(`CREATE TABLE pending_links (
      id ${key} PRIMARY KEY,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      provider_name ${key} NOT NULL,
      provider_id ${key} NOT NULL,
      remember INTEGER NOT NULL DEFAULT 0,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      used_at BIGINT
    )`);
    await run(`CREATE TABLE spent_states (
      id ${key} PRIMARY KEY,
      expires_at BIGINT NOT NULL
    )`);
  },
  down: async ({ run }) => {
    for (const table of ['spent_states', 'pending_links', 'identities']) await run(`DROP TABLE ${table}`);
  },
};
