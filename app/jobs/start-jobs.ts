import { startFinishingLongWrites } from '#app/jobs/finish-long-writes.ts';
import { startHeartbeat } from '#app/jobs/heartbeat.ts';
import { startIndexingFiles } from '#app/jobs/index-files.ts';
import { startSettlingLapsedCalls } from '#app/jobs/lapsed-calls.ts';
import { startLiveWriting } from '#app/jobs/live-writing.ts';
import { startMailQueue } from '#app/jobs/mail-queue.ts';
import { startRenewingIndex } from '#app/jobs/renew-index.ts';
import { startSchedule } from '#app/jobs/schedule.ts';
import { startScheduledBackups } from '#app/jobs/scheduled-backups.ts';
import { awaitCalls } from '#app/services/ai/run-call.ts';
import { writeViews } from '#app/services/public-links/count-views.ts';

type Jobs = {
  /** Writes shared texts down and ends their connections. Call before requests are drained. */
  stopLiveWriting: () => Promise<void>;
  /** Ends the scheduled jobs and backups; may run while requests are drained. */
  stopSchedule: () => Promise<void>;
  /** Ends the rest once no request is in flight. */
  stop: () => Promise<void>;
};

/** Starts everything that a server does without a request. */
export async function startJobs(version: string): Promise<Jobs> {
  const schedules = [startSchedule(), startScheduledBackups()];
  const stops = [
    startMailQueue(),
    startRenewingIndex(),
    startIndexingFiles(),
    startFinishingLongWrites(),
    startSettlingLapsedCalls(),
    startHeartbeat(version),
    writeViews,
  ];
  const stop = async () => {
    // Their usage is settled before the database is closed.
    await awaitCalls();
    await Promise.all(stops.map((each) => each()));
  };
  const stopSchedule = async () => {
    await Promise.all(schedules.map((each) => each()));
  };
  return { stopLiveWriting: await startLiveWriting(), stopSchedule, stop };
}
