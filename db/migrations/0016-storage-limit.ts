import type { Migration } from '#db/migration.ts';

/** Bytes an account's files may take together; null for as many as there is room for. */
export const storageLimit: Migration = {
  name: '0016-storage-limit',
  up: async ({ run }) => {
    await run('ALTER TABLE users ADD COLUMN storage_limit BIGINT');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE users DROP COLUMN storage_limit');
  },
};
