import type { Migration } from '#db/migration.ts';

/**
 * Adds an index by which the highest permission of a person's groups on a document is found without reading all
 * entries.
 */
export const groupEntriesByPermission: Migration = {
  name: '0059-group-entries-by-permission',
  up: async ({ run }) => {
    await run(`CREATE INDEX shares_of_groups ON shares (document_id, permission) WHERE group_id IS NOT NULL`);
  },
  down: async ({ run }) => {
    await run('DROP INDEX shares_of_groups');
  },
};
