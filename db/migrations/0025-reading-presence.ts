import type { Migration } from '#db/migration.ts';

/** Adds the setting that hides a person from others while reading. */
export const readingPresence: Migration = {
  name: '0025-reading-presence',
  up: async ({ run }) => {
    await run('ALTER TABLE users ADD COLUMN hides_reading INTEGER NOT NULL DEFAULT 0');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE users DROP COLUMN hides_reading');
  },
};
