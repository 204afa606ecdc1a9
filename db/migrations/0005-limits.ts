import type { Migration } from '#db/migration.ts';

/** The table of rate-limiter-flexible. `points` of a `key` count until `expire`. */
export const limits: Migration = {
  name: '0005-limits',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE limits (
      key ${key} PRIMARY KEY,
      points INTEGER NOT NULL,
      expire BIGINT
    )`);
    await run('CREATE INDEX limits_by_expiry ON limits (expire)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE limits');
  },
};
