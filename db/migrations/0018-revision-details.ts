import type { Migration } from '#db/migration.ts';

/**
 * Revisions keep the icon too; what it was before is not known, so each gets the icon its document has now. A run of
 * autosaves counts what it takes away, and remembers the version it began to.
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
