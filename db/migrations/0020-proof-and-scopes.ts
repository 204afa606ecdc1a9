import type { Migration } from '#db/migration.ts';

/** Adds the time when a session last proved its identity, and a token's scope, expiry and last use. */
export const proofAndScopes: Migration = {
  name: '0020-proof-and-scopes',
  up: async ({ run }) => {
    await run('ALTER TABLE sessions ADD COLUMN proved_at BIGINT NOT NULL DEFAULT 0');
    await run("ALTER TABLE tokens ADD COLUMN scope TEXT NOT NULL DEFAULT 'write'");
    await run('ALTER TABLE tokens ADD COLUMN expires_at BIGINT');
    await run('ALTER TABLE tokens ADD COLUMN last_address TEXT');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE sessions DROP COLUMN proved_at');
    for (const column of ['scope', 'expires_at', 'last_address']) await run(`ALTER TABLE tokens DROP COLUMN ${column}`);
  },
};
