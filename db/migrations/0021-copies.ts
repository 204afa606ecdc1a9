import type { Migration } from '#db/migration.ts';

/** Adds running copies of large branches, which outlive the process that started them. */
export const copies: Migration = {
  name: '0021-copies',
  up: async ({ run, key }) => {
    await run(`CREATE TABLE copies (
      id ${key} PRIMARY KEY,
      user_id ${key} NOT NULL REFERENCES users ON DELETE CASCADE,
      plan TEXT NOT NULL,
      done INTEGER NOT NULL DEFAULT 0,
      worked_at BIGINT NOT NULL
    )`);
    await run('CREATE INDEX copies_of_user ON copies (user_id)');
  },
  down: async ({ run }) => {
    await run("DELETE FROM documents WHERE archive_root_id LIKE 'copy %'");
    await run('DROP TABLE copies');
  },
};
