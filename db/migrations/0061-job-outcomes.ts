import type { Migration } from '#db/migration.ts';

/**
 * Adds how the last run of a job ended, so that one that was killed or failed is made up, and whether an installation
 * is a trial copy, which sends nothing.
 */
export const jobOutcomes: Migration = {
  name: '0061-job-outcomes',
  up: async ({ run }) => {
    await run("ALTER TABLE job_runs ADD COLUMN outcome TEXT NOT NULL DEFAULT ''");
    await run('ALTER TABLE job_runs ADD COLUMN begun_at BIGINT NOT NULL DEFAULT 0');
    await run('ALTER TABLE job_runs ADD COLUMN ended_at BIGINT NOT NULL DEFAULT 0');
    await run('ALTER TABLE job_runs ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0');
    await run('ALTER TABLE installation ADD COLUMN is_trial INTEGER NOT NULL DEFAULT 0');
  },
  down: async ({ run }) => {
    for (const column of ['outcome', 'begun_at', 'ended_at', 'attempts'])
      await run(`ALTER TABLE job_runs DROP COLUMN ${column}`);
    await run('ALTER TABLE installation DROP COLUMN is_trial');
  },
};
