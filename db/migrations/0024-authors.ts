import type { Migration } from '#db/migration.ts';

/** Adds indexes to find the contributions of an account for its purge, and recent shares. */
export const authors: Migration = {
  name: '0024-authors',
  up: async ({ run }) => {
    await run('CREATE INDEX revisions_of_author ON revisions (author_id)');
    await run('CREATE INDEX documents_created_by ON documents (created_by)');
    await run('CREATE INDEX documents_updated_by ON documents (updated_by)');
    // Lets the home page read only a person's newest shares.
    await run('CREATE INDEX shares_lately ON shares (user_id, created_at)');
  },
  down: async ({ run }) => {
    for (const index of ['revisions_of_author', 'documents_created_by', 'documents_updated_by', 'shares_lately']) {
      await run(`DROP INDEX ${index}`);
    }
  },
};
