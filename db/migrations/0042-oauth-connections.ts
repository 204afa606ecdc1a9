import type { Migration } from '#db/migration.ts';

/** Adds what connects an access token with the OAuth client it was issued to. */
export const oauthConnections: Migration = {
  name: '0042-oauth-connections',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE oauth_connections (
      token_id ${key} PRIMARY KEY REFERENCES tokens ON DELETE CASCADE,
      client_hash TEXT NOT NULL,
      code_hash ${key} NOT NULL UNIQUE,
      scope TEXT NOT NULL,
      generation INTEGER NOT NULL DEFAULT 0,
      rotated_at BIGINT NOT NULL,
      renewable_until BIGINT,
      created_at BIGINT NOT NULL
    )`);
  },
  down: async ({ run }) => {
    await run('DROP TABLE oauth_connections');
  },
};
