import type { Migration } from '#db/migration.ts';

/** Finds what an account wrote, for its purge, and what was shared with it lately, without reading everything. */
export const authors: Migration = {
  name: '0024-authors',
  up: async ({ run }) => {
    await run('CREATE INDEX revisions_of_author ON revisions (author_id)');
    await run('CREATE INDEX documents_created_by ON documents (created_by)');
    await run('CREATE INDEX documents_updated_by ON documents (updated_by)');
    // The home page reads the newest entries of a person alone.
    await run('CREATE INDEX shares_lately ON shares (user_id, created_at)');
  },
  down: async ({ run }) => {
    for (const index of ['revisions_of_author', 'documents_created_by', 'documents_updated_by', 'shares_lately']) {
      await run(`DROP INDEX ${index}`);
    }
  },
};
