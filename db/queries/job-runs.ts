import { changeOf, rowsOf } from '#db/query.ts';

/**
 * The last run of a scheduled job. `startedAt` is the time for which it was scheduled, 0 if it failed; `begunAt` and
 * `endedAt` are those of the run itself. `outcome` stays `running` if its process was killed, until
 * another run takes the lease.
 */
export type JobRunRow = {
  name: string;
  startedAt: number;
  outcome: '' | 'running' | 'done' | 'failed' | 'stopped' | 'killed';
  begunAt: number;
  endedAt: number;
  /** Runs in a row that did not succeed, this one included. */
  attempts: number;
  holder: string;
  leaseUntil: number;
};

/** Finds the last run of a scheduled job. */
export const findJobRun = rowsOf<JobRunRow, { name: string }>({
  name: 'findJobRun',
  uses: ['job_runs(name)'],
  sql: `SELECT name, started_at AS "startedAt", outcome, begun_at AS "begunAt", ended_at AS "endedAt", attempts, holder,
    lease_until AS "leaseUntil" FROM job_runs WHERE name = $name`,
});

/**
 * Takes the lease of a job, unless another run holds it; `gone` is a holder whose process has ended, or empty. A lease
 * beyond `latest` is of a clock that was ahead.
 */
export const takeJobLease = changeOf<
  Record<'name' | 'holder' | 'gone', string> & Record<'until' | 'now' | 'latest', number>
>({
  name: 'takeJobLease',
  uses: { sqlite: [], postgres: ['job_runs(name)'] },
  sql: `INSERT INTO job_runs (name, started_at, holder, lease_until) VALUES ($name, 0, $holder, $until)
    ON CONFLICT (name) DO UPDATE SET holder = $holder, lease_until = $until,
      ended_at = CASE WHEN job_runs.outcome = 'running' THEN $now ELSE job_runs.ended_at END,
      outcome = CASE WHEN job_runs.outcome = 'running' THEN 'killed' ELSE job_runs.outcome END
    WHERE job_runs.lease_until <= $now OR job_runs.lease_until > $latest
      OR job_runs.holder = $gone`,
});

/** Extends a lease. Changes nothing once another run holds it. */
export const setJobLease = changeOf<{ name: string; holder: string; until: number }>({
  name: 'setJobLease',
  uses: ['job_runs(name)'],
  sql: 'UPDATE job_runs SET lease_until = $until WHERE name = $name AND holder = $holder',
});

/** Claims a scheduled run, once in a period. A last one after `latest` does not count: the clock was ahead. */
export const claimJob = changeOf<{ name: string; now: number; before: number; latest: number }>({
  name: 'claimJob',
  uses: { sqlite: [], postgres: ['job_runs(name)'] },
  sql: `INSERT INTO job_runs (name, started_at) VALUES ($name, $now)
    ON CONFLICT (name) DO UPDATE SET started_at = $now
    WHERE job_runs.started_at <= $before OR job_runs.started_at > $latest`,
});

/** Records that a run begins. */
export const beginJobRun = changeOf<{ name: string; holder: string; now: number }>({
  name: 'beginJobRun',
  uses: ['job_runs(name)'],
  sql: `UPDATE job_runs SET outcome = 'running', begun_at = $now, ended_at = 0, attempts = attempts + 1
    WHERE name = $name AND holder = $holder`,
});

/** Records how a run ended. */
export const recordJobOutcome = changeOf<{ name: string; holder: string; outcome: JobRunRow['outcome']; now: number }>({
  name: 'recordJobOutcome',
  uses: ['job_runs(name)'],
  sql: `UPDATE job_runs SET outcome = $outcome, ended_at = $now,
    attempts = CASE WHEN $outcome = 'done' THEN 0 ELSE attempts END WHERE name = $name AND holder = $holder`,
});
