import { latestInstant } from '#app/services/clock.ts';
import { findRun, outcomeOfRun } from '#app/services/maintenance/schedule/job-state.ts';
import { inTransaction, models } from '#db/connection.ts';
import { claimJob } from '#db/queries/job-runs.ts';

/**
 * Claims a scheduled run with one conditional statement. Of all processes on a database, one gets it once in `everyMs`,
 * or again after the last run was killed.
 */
export async function claimRun(name: string, everyMs: number): Promise<boolean> {
  const now = Date.now();
  // Read first: most checks find a recent run, so an idle server writes nothing.
  const last = await findRun(name);
  const before = last && outcomeOfRun(last) === 'killed' ? last.startedAt : now - everyMs;
  if (last && last.startedAt > before) return false;
  return (await claimJob({ name, now, before, latest: latestInstant() })) === 1;
}

/** Records a run that starts now, whether or not it is due. */
export async function takeRun(name: string): Promise<void> {
  const now = Date.now();
  await claimJob({ name, now, before: now, latest: latestInstant() });
}

/** Releases the claim after a failed run, so that the next caller can retry. */
export async function releaseRun(name: string): Promise<void> {
  await inTransaction(async () => (await models()).JobRun.update({ startedAt: 0 }, { where: { name } }));
}
