import type { Migration } from '#db/migration.ts';

/**
 * Adds the icon to revisions; as past icons are unknown, each gets its document's current one. A run of autosaves
 * counts removed characters and stores the version it started from.
 */
export const revisionDetails: Migration = {
  name: '0018-revision-details',
  up: async ({ run }) => {
    await run('ALTER TABLE revisions ADD COLUMN icon TEXT');
    await run('ALTER TABLE revisions ADD COLUMN removed INTEGER NOT NULL DEFAULT 0');
    await run('ALTER TABLE revisions ADD COLUMN removed_from INTEGER');
    await run('UPDATE revisions SET icon = (SELECT icon FROM documents WHERE documents.id = revisions.document_id)');
  },
  down: async ({ run }) => {
    for (const column of ['icon', 'removed', 'removed_from']) await run(`ALTER TABLE revisions DROP COLUMN ${column}`);
  },
};
