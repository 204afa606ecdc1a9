import type { Migration } from '#db/migration.ts';

/** Adds a row that `/readyz` writes, to test whether the database accepts writes. */
export const writeProbe: Migration = {
  name: '0039-write-probe',
  up: async ({ run }) => {
    await run('CREATE TABLE write_probe (id INTEGER PRIMARY KEY CHECK (id = 1), written_at BIGINT NOT NULL)');
    await run('INSERT INTO write_probe (id, written_at) VALUES (1, 0)');
  },
  down: async ({ run }) => {
    await run('DROP TABLE write_probe');
  },
};
