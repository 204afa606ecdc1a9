import type { Migration } from '#db/migration.ts';

/** A process that runs a job holds its lease, so that no other runs it at the same time. */
export const jobLeases: Migration = {
  name: '0048-job-leases',
  up: async ({ run }) => {
    await run("ALTER TABLE job_runs ADD COLUMN holder TEXT NOT NULL DEFAULT ''");
    await run('ALTER TABLE job_runs ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0');
  },
  down: async ({ run }) => {
    for (const column of ['holder', 'lease_until']) await run(`ALTER TABLE job_runs DROP COLUMN ${column}`);
  },
};
