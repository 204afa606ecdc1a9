import { execute } from '#db/connection.ts';

/**
 * Whether the caller is the one to run a job now: one of all processes on a database, once in `everyMs`, decided by one
 * conditional statement.
 */
export async function claimRun(name: string, everyMs: number): Promise<boolean> {
  const now = Date.now();
  const claimed = await execute(
    `INSERT INTO job_runs (name, started_at) VALUES ($name, $now)
     ON CONFLICT (name) DO UPDATE SET started_at = $now WHERE job_runs.started_at <= $before`,
    { name, now, before: now - everyMs },
  );
  return claimed === 1;
}

/** After a run that failed: the next one who asks may try again. */
export async function releaseRun(name: string): Promise<void> {
  await execute('UPDATE job_runs SET started_at = 0 WHERE name = $name', { name });
}
