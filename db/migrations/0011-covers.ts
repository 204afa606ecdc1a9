import type { Migration } from '#db/migration.ts';

export const covers: Migration = {
  name: '0011-covers',
  up: async ({ run, number }) => {
    await run('ALTER TABLE documents ADD COLUMN cover_url TEXT');
    await run(`ALTER TABLE documents ADD COLUMN cover_scroll_y ${number}`);
  },
  down: async ({ run }) => {
    await run('ALTER TABLE documents DROP COLUMN cover_url');
    await run('ALTER TABLE documents DROP COLUMN cover_scroll_y');
  },
};
