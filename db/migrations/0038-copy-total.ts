import type { Migration } from '#db/migration.ts';

/** The number of documents of a running copy, so that its progress is shown without reading the plan. */
export const copyTotal: Migration = {
  name: '0038-copy-total',
  up: async ({ run }) => {
    await run('ALTER TABLE copies ADD COLUMN total INTEGER NOT NULL DEFAULT 0');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE copies DROP COLUMN total');
  },
};
