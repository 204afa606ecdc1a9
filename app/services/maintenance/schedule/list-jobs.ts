import { nextDue, parseCron } from '#app/config/cron.server.ts';
import { config } from '#app/config.server.ts';
import { DAILY_JOBS, type JobName } from '#app/schemas/job-names.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { DAY_MS } from '#app/services/maintenance/schedule/daily-jobs.ts';
import { models } from '#db/connection.ts';

export type JobEntry = {
  name: JobName;
  /** A crontab of five fields; null for a daily job. */
  cron: string | null;
  /** Start of the last run; null if there was none, or if it failed. */
  lastRunAt: string | null;
  /** Null if `BACKUP_CRON` is not set. The current time if it is due; a running server starts it within the hour. */
  nextRunAt: string | null;
};

/** Lists the scheduled jobs. Throws `permissionDenied`. */
export async function listJobs(by: Administration): Promise<JobEntry[]> {
  requireAdministrator(by);
  const runs = await (await models()).JobRun.findAll();
  const startOf = (name: JobName) => Number(runs.find((run) => run.name === name)?.startedAt ?? 0);
  const now = Date.now();
  const daily = DAILY_JOBS.map((name): JobEntry => {
    const startedAt = startOf(name);
    return { name, cron: null, lastRunAt: instant(startedAt), nextRunAt: instant(startedAt + DAY_MS, now) };
  });
  const cron = config().backup?.cron ?? null;
  const nextRunAt = cron === null ? null : instant(nextDue(parseCron(cron)!, now) ?? 0);
  return [...daily, { name: 'backup', cron, lastRunAt: instant(startOf('backup')), nextRunAt }];
}

/** Formats an instant as ISO 8601; 0 means never. */
const instant = (at: number, atLeast = 0): string | null =>
  at === 0 ? null : new Date(Math.max(at, atLeast)).toISOString();
