import type { Migration } from '#db/migration.ts';

/** Adds blocks of one person by another. */
export const blocks: Migration = {
  name: '0022-blocks',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE blocks (
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      blocked_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (user_id, blocked_id)
    )`);
    await run('CREATE INDEX blocks_of_blocked ON blocks (blocked_id)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE blocks');
  },
};
