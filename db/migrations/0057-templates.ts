import type { Migration } from '#db/migration.ts';

/** Adds templates. `for_everyone` is 1 for those offered to every account. */
export const templates: Migration = {
  name: '0057-templates',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE templates (
      document_id ${key} PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      for_everyone INTEGER NOT NULL DEFAULT 0,
      created_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX templates_for_everyone ON templates (for_everyone)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE templates');
  },
};
