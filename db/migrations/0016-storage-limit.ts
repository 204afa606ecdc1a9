import type { Migration } from '#db/migration.ts';

/** Bytes that an account's files may use in total; null for no limit. */
export const storageLimit: Migration = {
  name: '0016-storage-limit',
  up: async ({ run }) => {
    await run('ALTER TABLE users ADD COLUMN storage_limit BIGINT');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE users DROP COLUMN storage_limit');
  },
};
