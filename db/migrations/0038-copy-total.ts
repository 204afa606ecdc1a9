import type { Migration } from '#db/migration.ts';

/** Adds the number of documents of a running copy, to show its progress without reading the plan. */
export const copyTotal: Migration = {
  name: '0038-copy-total',
  up: async ({ run }) => {
    await run('ALTER TABLE copies ADD COLUMN total INTEGER NOT NULL DEFAULT 0');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE copies DROP COLUMN total');
  },
};
