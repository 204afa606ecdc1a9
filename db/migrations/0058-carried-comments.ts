import type { Migration } from '#db/migration.ts';

/** Adds the author's name to imported comments whose author has no account here; `author_id` is then the importer. */
export const carriedComments: Migration = {
  name: '0058-carried-comments',
  up: async ({ run }) => {
    await run('ALTER TABLE comments ADD COLUMN author_name TEXT');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE comments DROP COLUMN author_name');
  },
};
