import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import type { JobName } from '#app/schemas/job-names.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { backUpNow } from '#app/services/maintenance/backup/scheduled-backup.ts';
import { releaseRun, takeRun } from '#app/services/maintenance/schedule/claim-run.ts';
import { DAILY_WORK } from '#app/services/maintenance/schedule/daily-jobs.ts';
import { withJobLease } from '#app/services/maintenance/schedule/job-lease.ts';

/**
 * Runs a scheduled job now and returns its counts; its period restarts. A failed daily job is retried by the schedule.
 * Throws `permissionDenied` (also for `backup` without `BACKUP_CRON`, and while another run of the job is going on) and
 * the errors of the job.
 */
export async function runJob(by: Administration, name: JobName, signal: AbortSignal): Promise<Record<string, number>> {
  requireAdministrator(by);
  if (name === 'backup' && !config().backup) {
    throw new AppError('permissionDenied', { fields: { '': [{ key: 'job.backupOff' }] } });
  }
  const ran = await withJobLease(name, signal, (held) => runAlone(by, name, held));
  if (!ran) throw new AppError('permissionDenied', { fields: { '': [{ key: 'job.running', values: { name } }] } });
  return ran.result;
}

async function runAlone(by: Administration, name: JobName, signal: AbortSignal): Promise<Record<string, number>> {
  await takeRun(name);
  if (name === 'backup') return { rows: (await backUpNow(signal)).rows };
  try {
    return await DAILY_WORK[name](by, signal);
  } catch (error) {
    await releaseRun(name);
    throw error;
  }
}
