import type { Migration } from '#db/migration.ts';

/** Each server process has a row with its figures, which `arbor top` shows. */
export const processes: Migration = {
  name: '0051-processes',
  up: async ({ run }) => {
    await run(`CREATE TABLE processes (
      id TEXT PRIMARY KEY,
      host TEXT NOT NULL,
      pid INTEGER NOT NULL,
      version TEXT NOT NULL,
      started_at BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      looks BIGINT NOT NULL DEFAULT 0,
      figures TEXT NOT NULL
    )`);
  },
  down: async ({ run }) => {
    await run('DROP TABLE processes');
  },
};
