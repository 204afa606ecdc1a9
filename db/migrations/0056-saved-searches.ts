import type { Migration } from '#db/migration.ts';

/** Adds saved searches. `query` is the query string of the search page. */
export const savedSearches: Migration = {
  name: '0056-saved-searches',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE saved_searches (
      id ${key} PRIMARY KEY,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      name TEXT NOT NULL,
      query TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX saved_searches_of_user ON saved_searches (user_id, created_at)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE saved_searches');
  },
};
