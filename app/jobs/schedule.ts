import { pruneFilesJob } from '#app/jobs/prune-files.ts';
import { purgeAccountsJob } from '#app/jobs/purge-accounts.ts';
import { removeExpiredJob } from '#app/jobs/remove-expired.ts';
import { renderOutdatedJob } from '#app/jobs/render-outdated.ts';
import { log } from '#app/observability/log.ts';
import { noteWork } from '#app/observability/running-work.ts';
import { claimRun, releaseRun } from '#app/services/maintenance/schedule/claim-run.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

type Job = { name: string; everyMs: number; run: (signal: AbortSignal) => Promise<Record<string, number>> };

const JOBS: Job[] = [
  { name: 'purge-accounts', everyMs: DAY_MS, run: purgeAccountsJob },
  { name: 'prune-files', everyMs: DAY_MS, run: pruneFilesJob },
  { name: 'remove-expired', everyMs: DAY_MS, run: removeExpiredJob },
  { name: 'render-outdated', everyMs: DAY_MS, run: renderOutdatedJob },
];

/** Runs due jobs at once and every hour. `stop` waits for the running one. May be called by every process. */
export function startJobs(jobs = JOBS): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const look = async () => {
    for (const job of jobs) if (!signal.aborted) await runIfDue(job, signal);
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, HOUR_MS);
  timer.unref();
  const stop = async () => {
    stopping.abort();
    clearInterval(timer);
    await looking;
  };
  return { stop };
}

async function runIfDue({ name, everyMs, run }: Job, signal: AbortSignal): Promise<void> {
  try {
    if (!(await claimRun(name, everyMs))) return;
    const endWork = noteWork({ kind: 'job', name: () => name });
    const removed = await run(signal).finally(endWork);
    log.info({ event: 'job-done', job: name, ...removed }, 'a daily job has run');
  } catch (error) {
    log.error({ error, event: 'job-failed', job: name }, 'a daily job failed and is tried again within the hour');
    await releaseRun(name).catch((cause) =>
      log.warn({ error: cause, event: 'job-not-released', job: name }, 'a job waits a day'),
    );
  }
}
