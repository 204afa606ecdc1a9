import type { Migration } from '#db/migration.ts';

/** Adds when an account was last active, in a browser or by a token. */
export const lastSeen: Migration = {
  name: '0054-last-seen',
  up: async ({ run }) => {
    await run('ALTER TABLE users ADD COLUMN last_seen_at BIGINT');
    await run(`UPDATE users SET last_seen_at = (SELECT MAX(at) FROM (
        SELECT user_id, last_seen_at AS at FROM sessions UNION ALL SELECT user_id, last_used_at FROM tokens
      ) AS uses WHERE uses.user_id = users.id)`);
  },
  down: async ({ run }) => {
    await run('ALTER TABLE users DROP COLUMN last_seen_at');
  },
};
