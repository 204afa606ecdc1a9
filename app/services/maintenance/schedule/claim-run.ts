import { execute, select } from '#db/connection.ts';

/**
 * Claims a scheduled run: of all processes on a database, one gets it once in `everyMs`, by one conditional statement.
 */
export async function claimRun(name: string, everyMs: number): Promise<boolean> {
  const now = Date.now();
  const before = now - everyMs;
  // Reads first: most checks find a recent run, so an idle server writes nothing.
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

/** Releases the claim after a failed run, so that the next caller can retry. */
export async function releaseRun(name: string): Promise<void> {
  await execute('UPDATE job_runs SET started_at = 0 WHERE name = $name', { name });
}
