import type { Migration } from '#db/migration.ts';

/** Makes an import a job that can be planned first, survives its process, and records its progress. */
export const importJobs: Migration = {
  name: '0033-import-jobs',
  up: async ({ run }) => {
    await run("ALTER TABLE imports ADD COLUMN state TEXT NOT NULL DEFAULT 'done'");
    await run('ALTER TABLE imports ADD COLUMN done INTEGER NOT NULL DEFAULT 0');
    await run('ALTER TABLE imports ADD COLUMN sources TEXT');
    await run('ALTER TABLE imports ADD COLUMN worker TEXT');
    await run('ALTER TABLE imports ADD COLUMN worked_at BIGINT NOT NULL DEFAULT 0');
    await run("CREATE INDEX imports_unfinished ON imports (worked_at) WHERE state <> 'done'");
  },
  down: async ({ run }) => {
    await run('DROP INDEX imports_unfinished');
    for (const column of ['worked_at', 'worker', 'sources', 'done', 'state']) {
      await run(`ALTER TABLE imports DROP COLUMN ${column}`);
    }
  },
};
