import { execute, select } from '#db/connection.ts';

/**
 * Whether the caller is the one to run a job now: one of all processes on a database, once in `everyMs`, decided by one
 * conditional statement.
 */
export async function claimRun(name: string, everyMs: number): Promise<boolean> {
  const now = Date.now();
  const before = now - everyMs;
  // Asked first: most looks find that it has run, and a server at rest writes nothing.
  const [last] = await select<{ startedAt: number }>(
    'SELECT started_at AS "startedAt" FROM job_runs WHERE name = $name',
    { name },
  );
  if (last && last.startedAt > before) return false;
  const claimed = await execute(
    `INSERT INTO job_runs (name, started_at) VALUES ($name, $now)
     ON CONFLICT (name) DO UPDATE SET started_at = $now WHERE job_runs.started_at <= $before`,
    { name, now, before },
  );
  return claimed === 1;
}

/** After a run that failed: the next one who asks may try again. */
export async function releaseRun(name: string): Promise<void> {
  await execute('UPDATE job_runs SET started_at = 0 WHERE name = $name', { name });
}
