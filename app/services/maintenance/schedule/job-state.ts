import { latestInstant } from '#app/services/clock.ts';
import { isGone, processOf } from '#app/services/maintenance/processes/holder.ts';
import { findJobRun, type JobRunRow } from '#db/queries/job-runs.ts';

/** Lease of a run. One whose process was killed on another machine ends by itself. */
export const LEASE_MS = 90_000;
const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 2 * 3600_000;

export type JobOutcome = 'running' | 'done' | 'failed' | 'stopped' | 'killed';

/** `aheadAt`: the latest instant of the row that a clock wrote which was ahead; 0 if none did. */
export type JobRun = JobRunRow & { aheadAt: number };

/** Finds the last run of a job; null before the first. Instants of a clock that was ahead are 0. */
export async function findRun(name: string): Promise<JobRun | null> {
  const [row] = await findJobRun({ name });
  if (!row) return null;
  const { startedAt, begunAt, endedAt, attempts, leaseUntil } = row;
  const numbers = { startedAt, begunAt, endedAt, attempts, leaseUntil };
  return {
    ...row,
    aheadAt: Math.max(0, ...[startedAt, begunAt, endedAt].map(Number).filter((at) => possible(at) !== at)),
    ...(Object.fromEntries(Object.entries(numbers).map(([key, of]) => [key, possible(Number(of))])) as typeof numbers),
  };
}

const possible = (instant: number) => (instant > latestInstant() ? 0 : instant);

/** Returns `host:pid` of the run that holds the lease; null if none does, or if its process is known to have ended. */
export function holderOf({ holder, leaseUntil }: JobRunRow): string | null {
  if (leaseUntil <= Date.now()) return null;
  return isGone(holder) ? null : processOf(holder);
}

/** Returns how the last run ended; null before the first. */
export function outcomeOfRun(row: JobRunRow): JobOutcome | null {
  if (row.outcome !== 'running') return row.outcome || null;
  return holderOf(row) === null ? 'killed' : 'running';
}

/** Returns when a run ended. Of a killed one it is the last heartbeat. */
export const endOfRun = (row: JobRunRow): number =>
  row.outcome === 'running' && outcomeOfRun(row) === 'killed'
    ? Math.max(row.begunAt, row.leaseUntil - LEASE_MS)
    : row.endedAt;

/**
 * Returns when a run that was killed, stopped or failed is made up; null if it need not be. The wait doubles with each
 * attempt, from a minute to two hours.
 */
export function retryAt(row: JobRunRow): number | null {
  const outcome = outcomeOfRun(row);
  if (outcome === null || outcome === 'done' || outcome === 'running') return null;
  return endOfRun(row) + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, row.attempts - 1));
}
