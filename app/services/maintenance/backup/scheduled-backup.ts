import { createReadStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runArbor } from '#app/adapters/run-arbor.ts';
import { storage } from '#app/adapters/storage.ts';
import { lastDue, parseCron } from '#app/config/cron.server.ts';
import { config } from '#app/config.server.ts';
import { log } from '#app/observability/log.ts';
import {
  nameOfBackup,
  removeUnverified,
  rotateBackups,
  unverified,
} from '#app/services/maintenance/backup/stored-backups.ts';
import { writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { withJobLease } from '#app/services/maintenance/schedule/job-lease.ts';
import { claimJob } from '#db/queries/job-runs.ts';

const JOB = 'backup';
const IN_BUCKET = 'backups';

/** Makes a backup if one is due, in only one process per database. Logs failures. */
export async function backUpIfDue(signal: AbortSignal): Promise<void> {
  const { backup } = config();
  if (!backup) return;
  const due = lastDue(parseCron(backup.cron)!, Date.now());
  if (due === null || (await claimJob({ name: JOB, now: due, before: due - 1 })) === 0) return;
  try {
    const made = await withJobLease(JOB, signal, (held) => backUp(backup, due, held));
    if (!made) return log.info({ event: 'backup-busy' }, 'another backup is being written, in place of this one');
    const { file, rows } = made.result;
    log.info({ event: 'backup-done', file, rows }, 'a backup was written and restored for a test');
  } catch (error) {
    if (!signal.aborted) log.error({ error, event: 'backup-failed' }, 'the scheduled backup failed');
  }
}

/** Makes a backup outside the schedule. Requires `BACKUP_CRON`. Throws if it cannot be written or restored. */
export function backUpNow(signal: AbortSignal): Promise<{ file: string; rows: number }> {
  return backUp(config().backup!, Date.now(), signal);
}

type Schedule = NonNullable<ReturnType<typeof config>['backup']>;

/** Writes the archive, restores and checks it in a separate process, and only then renames it to its final name. */
async function backUp({ folder, keep }: Schedule, instant: number, signal: AbortSignal) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnverified(folder);
  const file = join(folder, nameOfBackup(instant));
  const { rows } = await writeBackup(unverified(file), { signal });
  await runArbor(['db', 'verify', unverified(file)], signal);
  await rename(unverified(file), file);
  await rotateBackups(folder, keep);
  await copyToBucket(file, keep);
  return { file, rows };
}

/** Copies an encrypted archive to the S3 bucket that also holds the files. */
async function copyToBucket(file: string, keep: number): Promise<void> {
  const { storage: kind, backupPassphrase } = config();
  if (kind !== 's3' || !backupPassphrase) return;
  await storage().write(`${IN_BUCKET}/${basename(file)}`, createReadStream(file), { type: 'application/octet-stream' });
  const keys: string[] = [];
  for await (const { key } of storage().list(IN_BUCKET)) keys.push(key);
  for (const key of keys.sort().reverse().slice(keep)) await storage().remove(key);
}
