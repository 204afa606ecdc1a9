import type { Migration } from '#db/migration.ts';

/** The name of the author of an imported comment who has no account here; `author_id` is then who imported it. */
export const carriedComments: Migration = {
  name: '0058-carried-comments',
  up: async ({ run }) => {
    await run('ALTER TABLE comments ADD COLUMN author_name TEXT');
  },
  down: async ({ run }) => {
    await run('ALTER TABLE comments DROP COLUMN author_name');
  },
};
