import { log } from '#app/observability/log.ts';
import { DAILY_JOBS } from '#app/schemas/job-names.ts';
import { SCHEDULE } from '#app/services/access/administrator.ts';
import { DAY_MS } from '#app/services/day.ts';
import { claimRun, releaseRun } from '#app/services/maintenance/schedule/claim-run.ts';
import { DAILY_WORK } from '#app/services/maintenance/schedule/daily-jobs.ts';
import { withJobLease } from '#app/services/maintenance/schedule/job-lease.ts';
import { repeatWork } from '#app/services/repeat-work.ts';
import { settlesWithin } from '#app/services/settles-within.ts';

const HOUR_MS = 3600 * 1000;

type Job = { name: string; everyMs: number; run: (signal: AbortSignal) => Promise<Record<string, number>> };

const JOBS: Job[] = DAILY_JOBS.map((name) => ({
  name,
  everyMs: DAY_MS,
  run: (signal) => DAILY_WORK[name](SCHEDULE, signal),
}));

/** Time for the running job at shutdown: it stops at its next step. An interrupted one is run by the next process. */
const STOP_WITHIN_MS = 5000;

/** Runs due jobs at once and every hour. Stopping waits for the running one. May be called by every process. */
export function startSchedule(): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const look = async () => {
    for (const job of JOBS) if (!signal.aborted) await runIfDue(job, signal);
  };
  const stopRepeating = repeatWork(look, HOUR_MS);
  return async () => {
    stopping.abort();
    await settlesWithin(stopRepeating(), STOP_WITHIN_MS);
  };
}

async function runIfDue({ name, everyMs, run }: Job, signal: AbortSignal): Promise<void> {
  try {
    if (!(await claimRun(name, everyMs))) return;
    const ran = await withJobLease(name, signal, run);
    if (ran) return log.info({ event: 'job-done', job: name, ...ran.result }, 'a daily job has run');
    log.info({ event: 'job-busy', job: name }, 'a run of a daily job is going on elsewhere');
    await releaseRun(name);
  } catch (error) {
    if (signal.aborted) log.info({ event: 'job-stopped', job: name }, 'a daily job was stopped with its process');
    else log.error({ error, event: 'job-failed', job: name }, 'a daily job failed and is tried again within the hour');
    await releaseRun(name).catch((cause) =>
      log.warn({ error: cause, event: 'job-not-released', job: name }, 'a job waits a day'),
    );
  }
}
