import type { Migration } from '#db/migration.ts';

/** Adds time and author of a document's last move to another parent, for the activity of its branch. */
export const moves: Migration = {
  name: '0041-moves',
  up: async ({ run, key }) => {
    await run('ALTER TABLE documents ADD COLUMN moved_at BIGINT');
    await run(`ALTER TABLE documents ADD COLUMN moved_by ${key}`);
  },
  down: async ({ run }) => {
    await run('ALTER TABLE documents DROP COLUMN moved_by');
    await run('ALTER TABLE documents DROP COLUMN moved_at');
  },
};
