import { createReadStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { runArbor } from '#app/adapters/run-arbor.ts';
import { storage } from '#app/adapters/storage.ts';
import { lastDue, parseCron, WITHIN_DAY_MS } from '#app/config/cron.server.ts';
import { makeFolder } from '#app/config/make-folder.server.ts';
import { isTrial } from '#app/config/trial-copy.server.ts';
import { config } from '#app/config.server.ts';
import { log } from '#app/observability/log.ts';
import { latestInstant } from '#app/services/clock.ts';
import { FILES_FOLDER } from '#app/services/maintenance/backup/backup-form.ts';
import { filesBeside, readList, renameArchive, rotateFiles } from '#app/services/maintenance/backup/kept-files.ts';
import { refersToFiles, removeDamagedFiles } from '#app/services/maintenance/backup/restore-backup.ts';
import {
  isBackupName,
  nameOfBackup,
  removeUnverified,
  rotateBackups,
  surplusBackups,
  unverified,
} from '#app/services/maintenance/backup/stored-backups.ts';
import { writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { withJobLease } from '#app/services/maintenance/schedule/job-lease.ts';
import { findRun, holderOf, retryAt } from '#app/services/maintenance/schedule/job-state.ts';
import { claimJob, type JobRunRow } from '#db/queries/job-runs.ts';

const JOB = 'backup';
const IN_BUCKET = 'backups';
const BYTES = 'application/octet-stream';
const FILES_IN_BUCKET = `${IN_BUCKET}/${FILES_FOLDER}`;

let toldBusyOf = 0;

/**
 * Makes a backup if one is due, in only one process per database. One that failed, was stopped or killed is made up
 * within the day. Logs failures.
 */
export async function backUpIfDue(signal: AbortSignal): Promise<void> {
  const { backup } = config();
  if (!backup || isTrial()) return;
  const due = lastDue(parseCron(backup.cron)!, Date.now(), WITHIN_DAY_MS);
  const run = await findRun(JOB);
  if (due === null || !isBackupDue(run, due)) return;
  const holder = run && holderOf(run);
  if (run && holder) return tellBusy(run, holder, due);
  const work = async (held: AbortSignal) => {
    await claimJob({ name: JOB, now: due, before: due, latest: latestInstant() });
    return backUp(backup, due, held);
  };
  try {
    const made = await withJobLease(JOB, signal, work, async () => {
      // The wait was over before the lease was taken; another process may have made it since.
      const now = await findRun(JOB);
      return !now || now.startedAt < due || retryAt(now) !== null;
    });
    if (!made) return;
    const { file, rows } = made.result;
    log.info({ event: 'backup-done', file, rows }, 'a backup was written and restored for a test');
  } catch (error) {
    const text = 'the scheduled backup failed and is tried again within two hours';
    if (!signal.aborted) log.error({ error, event: 'backup-failed' }, text);
  }
}

function isBackupDue(run: JobRunRow | null, due: number): boolean {
  if (!run || run.startedAt < due) return true;
  const again = retryAt(run);
  return again !== null && again <= Date.now();
}

/** Warns once per due time. A killed run of another machine holds its lease for a while. */
function tellBusy({ leaseUntil }: JobRunRow, holder: string, due: number): void {
  if (toldBusyOf === due) return;
  toldBusyOf = due;
  const until = new Date(leaseUntil).toISOString();
  log.warn({ event: 'backup-busy', holder, until }, 'the due backup waits until a run that goes on has ended');
}

/** Makes a backup outside the schedule. Requires `BACKUP_CRON`. Throws if it cannot be written or restored. */
export function backUpNow(signal: AbortSignal): Promise<{ file: string; rows: number }> {
  return backUp(config().backup!, Date.now(), signal);
}

type Schedule = NonNullable<ReturnType<typeof config>['backup']>;

/** Writes the archive, restores and checks it in a separate process, and only then renames it to its final name. */
async function backUp({ folder, keep }: Schedule, instant: number, signal: AbortSignal) {
  makeFolder(folder);
  await removeUnverified(folder);
  const file = join(folder, nameOfBackup(instant));
  const { rows } = await writeVerified(unverified(file), signal);
  await renameArchive(unverified(file), file);
  await rotateBackups(file, keep);
  await rotateFiles(folder, refersToFiles);
  await copyToBucket(file, keep, signal);
  return { file, rows };
}

/** Writes an archive and restores it on trial. Damaged bytes of an earlier backup are copied again. */
async function writeVerified(file: string, signal: AbortSignal) {
  const filesOnce = config().backupFiles === 'once';
  const written = await writeBackup(file, { signal, filesOnce });
  try {
    await runArbor(['db', 'verify', file], signal);
    return written;
  } catch (error) {
    const removed = filesOnce && !signal.aborted ? await removeDamagedFiles(file) : 0;
    if (removed === 0) throw error;
    log.warn({ event: 'backup-files-damaged', files: removed }, 'files of earlier backups were damaged: taken anew');
  }
  const again = await writeBackup(file, { signal, filesOnce });
  await runArbor(['db', 'verify', file], signal);
  return again;
}

/** Copies an encrypted archive to the S3 bucket that also holds the files. */
async function copyToBucket(file: string, keep: number, signal: AbortSignal): Promise<void> {
  const { storage: kind, backupPassphrase } = config();
  if (kind !== 's3' || !backupPassphrase) return;
  await storage().write(`${IN_BUCKET}/${basename(file)}`, createReadStream(file, { signal }), { type: BYTES });
  const keys: string[] = [];
  for await (const { key } of storage().list(IN_BUCKET)) keys.push(key);
  // Other objects of that folder are not Arbor's.
  const archives = keys.map((key) => key.slice(`${IN_BUCKET}/`.length)).filter(isBackupName);
  const surplus = surplusBackups(archives, keep, basename(file));
  for (const name of surplus) await storage().remove(`${IN_BUCKET}/${name}`);
  const there = keys.filter((key) => key.startsWith(`${FILES_IN_BUCKET}/`));
  const kept = archives.filter((name) => !surplus.includes(name));
  await copyFilesToBucket({ file, there, archives: kept, signal });
}

type Copies = { file: string; there: string[]; archives: string[]; signal: AbortSignal };

/** Copies the files that the archive refers to, and removes those that no archive of the bucket refers to. */
async function copyFilesToBucket({ file, there, archives, signal }: Copies): Promise<void> {
  const names = await readList(file);
  if (!names) return;
  const keyOf = (name: string) => `${FILES_IN_BUCKET}/${name.slice(0, 2)}/${name}`;
  const beside = await filesBeside(file);
  const known = new Set(there);
  for (const name of names) {
    signal.throwIfAborted();
    if (known.has(keyOf(name))) continue;
    await storage().write(keyOf(name), addAbortSignal(signal, beside.openKept(name)), { type: BYTES });
  }
  const lists = await Promise.all(archives.map((name) => readList(join(dirname(file), name))));
  // An archive without a list may refer to anything, or hold its files itself.
  if (lists.some((list) => list === null)) return;
  const used = new Set(lists.flatMap((list) => list!.map(keyOf)));
  for (const key of there) if (!used.has(key)) await storage().remove(key);
}
