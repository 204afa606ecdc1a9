import { nextDue, parseCron } from '#app/config/cron.server.ts';
import { config } from '#app/config.server.ts';
import { DAILY_JOBS, type JobName } from '#app/schemas/job-names.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { DAY_MS } from '#app/services/day.ts';
import {
  endOfRun,
  findRun,
  type JobOutcome,
  type JobRun,
  outcomeOfRun,
  retryAt,
} from '#app/services/maintenance/schedule/job-state.ts';

export type JobEntry = {
  name: JobName;
  /** A crontab of five fields; null for a daily job. */
  cron: string | null;
  /** Start of the last run; null if there was none, or if it failed. In the future if the clock was ahead. */
  lastRunAt: string | null;
  /** How the last run ended, also if it failed; null before the first. */
  lastOutcome: JobOutcome | null;
  /** End of the last run; if it was killed, its last renewal of the lease. Null while it runs. */
  lastEndedAt: string | null;
  /** Null if `BACKUP_CRON` is not set. The current time if it is due; a running server starts it within the hour. */
  nextRunAt: string | null;
};

/** Lists the scheduled jobs. Throws `permissionDenied`. */
export async function listJobs(by: Administration): Promise<JobEntry[]> {
  requireAdministrator(by);
  const now = Date.now();
  const daily = DAILY_JOBS.map(async (name): Promise<JobEntry> => {
    const run = await findRun(name);
    const isDue = run !== null && outcomeOfRun(run) === 'killed';
    return { name, cron: null, ...lastOf(run), nextRunAt: instant(isDue ? 1 : (run?.startedAt ?? 0) + DAY_MS, now) };
  });
  const cron = config().backup?.cron ?? null;
  const run = await findRun('backup');
  const again = cron !== null && run ? retryAt(run) : null;
  const nextRunAt =
    cron === null ? null : instant(again ?? nextDue(parseCron(cron)!, now) ?? 0, again === null ? 0 : now);
  return [...(await Promise.all(daily)), { name: 'backup', cron, ...lastOf(run), nextRunAt }];
}

const lastOf = (run: JobRun | null) => ({
  lastRunAt: instant(run ? run.startedAt || run.aheadAt : 0),
  lastOutcome: run && outcomeOfRun(run),
  lastEndedAt: instant(run && outcomeOfRun(run) !== null ? endOfRun(run) : 0),
});

/** Formats an instant as ISO 8601; 0 means never. */
const instant = (at: number, atLeast = 0): string | null =>
  at === 0 ? null : new Date(Math.max(at, atLeast)).toISOString();
