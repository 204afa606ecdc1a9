import type { Migration } from '#db/migration.ts';

/** Storage limit of an account's files in bytes; null for no limit. */
export const storageLimit: Migration = {
  name: '0016-storage-limit',
  up: async ({ run }) => {
    await run('ALTER TABLE users ADD COLUMN storage_limit BIGINT');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE users DROP COLUMN storage_limit');
  },
};
