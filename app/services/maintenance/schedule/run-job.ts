import { isTrial } from '#app/config/trial-copy.server.ts';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import type { JobName } from '#app/schemas/job-names.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { backUpNow } from '#app/services/maintenance/backup/scheduled-backup.ts';
import { releaseRun, takeRun } from '#app/services/maintenance/schedule/claim-run.ts';
import { DAILY_WORK } from '#app/services/maintenance/schedule/daily-jobs.ts';
import { withJobLease } from '#app/services/maintenance/schedule/job-lease.ts';
import { findRun, holderOf } from '#app/services/maintenance/schedule/job-state.ts';

/**
 * Runs a scheduled job now and returns its counts; its period restarts. A failed daily job is retried by the schedule.
 * Throws `permissionDenied` (also for `backup` without `BACKUP_CRON`, and while another run of the job is going on) and
 * the errors of the job.
 */
export async function runJob(by: Administration, name: JobName, signal: AbortSignal): Promise<Record<string, number>> {
  requireAdministrator(by);
  if (name === 'backup') requireBackups();
  const ran = await withJobLease(name, signal, (held) => runWithLease(by, name, held));
  if (ran) return ran.result;
  const run = await findRun(name);
  const values = { name, holder: (run && holderOf(run)) ?? '', until: timeOf(run?.leaseUntil ?? Date.now()) };
  throw new AppError('permissionDenied', { fields: { '': [{ key: 'job.running', values }] } });
}

const timeOf = (instant: number) => new Date(instant).toISOString().slice(11, 16);

function requireBackups(): void {
  const key = isTrial() ? 'job.trialCopy' : 'job.backupOff';
  if (!config().backup || isTrial()) throw new AppError('permissionDenied', { fields: { '': [{ key }] } });
}

async function runWithLease(by: Administration, name: JobName, signal: AbortSignal): Promise<Record<string, number>> {
  await takeRun(name);
  await recordAct(by, { action: 'installation.job', subject: 'installation', detail: { job: name } });
  if (name === 'backup') return { rows: (await backUpNow(signal)).rows };
  try {
    return await DAILY_WORK[name](by, signal);
  } catch (error) {
    await releaseRun(name);
    throw error;
  }
}
