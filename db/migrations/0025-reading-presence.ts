import type { Migration } from '#db/migration.ts';

/** Whether a person is hidden from others while they only read a document. */
export const readingPresence: Migration = {
  name: '0025-reading-presence',
  up: async ({ run }) => {
    await run('ALTER TABLE users ADD COLUMN hides_reading INTEGER NOT NULL DEFAULT 0');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE users DROP COLUMN hides_reading');
  },
};
