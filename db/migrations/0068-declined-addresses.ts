import type { Migration } from '#db/migration.ts';

/** Stores addresses without an account that want no mails about shared documents. */
export const declinedAddresses: Migration = {
  name: '0068-declined-addresses',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE declined_addresses (
      email ${key} PRIMARY KEY,
      declined_at BIGINT NOT NULL
    )`);
  },
  down: async ({ run }) => {
    await run('DROP TABLE declined_addresses');
  },
};
