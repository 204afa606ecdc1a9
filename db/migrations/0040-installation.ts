import type { Migration } from '#db/migration.ts';

/** Adds a row that identifies the installation. Its storage has the same mark, and its secret the same keyed hash. */
export const installation: Migration = {
  name: '0040-installation',
  up: async ({ run }) => {
    await run(`CREATE TABLE installation (
      id INTEGER PRIMARY KEY CHECK (id = 1), mark TEXT NOT NULL, secret_mark TEXT, created_at BIGINT NOT NULL)`);
  },
  down: async ({ run }) => {
    await run('DROP TABLE installation');
  },
};
