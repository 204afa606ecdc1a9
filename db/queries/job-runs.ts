import { changeOf, rowsOf } from '#db/query.ts';

/** Finds the last run of a scheduled job. */
export const findJobRun = rowsOf<{ startedAt: number }, { name: string }>({
  name: 'findJobRun',
  uses: ['job_runs(name)'],
  sql: 'SELECT started_at AS "startedAt" FROM job_runs WHERE name = $name',
});

/** Takes the lease of a job, unless another run holds it. */
export const takeJobLease = changeOf<{ name: string; holder: string; until: number; now: number }>({
  name: 'takeJobLease',
  uses: { sqlite: [], postgres: ['job_runs(name)'] },
  sql: `INSERT INTO job_runs (name, started_at, holder, lease_until) VALUES ($name, 0, $holder, $until)
    ON CONFLICT (name) DO UPDATE SET holder = $holder, lease_until = $until WHERE job_runs.lease_until <= $now`,
});

/** Extends a lease, or ends it with 0. Changes nothing once another run holds it. */
export const setJobLease = changeOf<{ name: string; holder: string; until: number }>({
  name: 'setJobLease',
  uses: ['job_runs(name)'],
  sql: 'UPDATE job_runs SET lease_until = $until WHERE name = $name AND holder = $holder',
});

/** Claims a scheduled run, once in a period. */
export const claimJob = changeOf<{ name: string; now: number; before: number }>({
  name: 'claimJob',
  uses: { sqlite: [], postgres: ['job_runs(name)'] },
  sql: `INSERT INTO job_runs (name, started_at) VALUES ($name, $now)
    ON CONFLICT (name) DO UPDATE SET started_at = $now WHERE job_runs.started_at <= $before`,
});
