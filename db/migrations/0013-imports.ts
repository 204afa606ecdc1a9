import type { Migration } from '#db/migration.ts';

export const imports: Migration = {
  name: '0013-imports',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE imports (
      id ${key} PRIMARY KEY,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      parent_id ${key} REFERENCES documents ON DELETE SET NULL,
      report TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX imports_of_user ON imports (user_id, created_at)');
    await run('CREATE INDEX imports_parent ON imports (parent_id) WHERE parent_id IS NOT NULL');
    // No foreign key: an import may be deleted while its documents stay.
    await run(`ALTER TABLE documents ADD COLUMN import_id ${key}`);
    await run('CREATE INDEX documents_import ON documents (import_id) WHERE import_id IS NOT NULL');
  },
  down: async ({ run }) => {
    await run('DROP INDEX documents_import');
    await run('ALTER TABLE documents DROP COLUMN import_id');
    await run('DROP TABLE imports');
  },
};
