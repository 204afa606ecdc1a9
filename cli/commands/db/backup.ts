import { dirname, join, resolve } from 'node:path';
import { FILES_FOLDER } from '#app/services/maintenance/backup/backup-form.ts';
import {
  isUnused,
  openBackup,
  type Restored,
  restoreBackup,
  UnfitBackup,
} from '#app/services/maintenance/backup/restore-backup.ts';
import { writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { workInFolder } from '#cli/commands/db/work-in-folder.ts';
import { NotFoundError, RefusedError } from '#cli/exit.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import { progressBar } from '#cli/output/progress.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type BackupOptions = { incremental?: boolean; format: Format };

/** With `--incremental` the bytes of files go to a folder beside the archive, once for all archives there. */
export async function backupCommand(given: string, { incremental, format }: BackupOptions): Promise<void> {
  const file = resolve(given);
  const { t, say } = terminal();
  const bar = progressBar(t('cli.backup.writing'));
  // Delete a partial archive before the process exits.
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const written = await withServices(
    () => writeBackup(file, { onProgress: bar.update, signal: stop.signal, filesOnce: incremental ?? false }),
    'files',
  ).finally(bar.end);
  const { missing, secret, ...counts } = written;
  const folder = join(dirname(file), FILES_FOLDER);
  printRows([{ file: given, ...counts, missing: missing.length, secret }], format);
  for (const key of missing) say(t('cli.backup.missing', { key }));
  say(t(incremental ? 'cli.backup.writtenBeside' : 'cli.backup.written', { file: given, count: counts.rows, folder }));
  say(t(secret ? 'cli.backup.withSecret' : 'cli.backup.withoutSecret'));
}

type Options = { into?: string; yes?: boolean; format: Format };

/** `--into` restores into another folder on SQLite, to inspect or test a backup. */
export async function restoreCommand(file: string, { into, yes, format }: Options): Promise<void> {
  const { t, say } = terminal();
  if (into) workInFolder(into);
  const bar = progressBar(t('cli.backup.restoring'));
  const restored = await withServices(
    async () => {
      const backup = await openBackup(file).catch((error) => {
        throw asRefusal(error, file);
      });
      if (!(await isUnused())) {
        const question = t('cli.backup.question', { date: backup.manifest.createdAt.slice(0, 16).replace('T', ' ') });
        await requireConfirmation(question, { yes, t });
      }
      return restoreBackup(backup, { onProgress: bar.update });
    },
    { makes: true },
  ).finally(bar.end);
  report(file, restored, format);
  say(t('cli.backup.mails'));
  say(t('cli.backup.restored', { count: restored.rows }));
}

function report(file: string, { rows, files, missing, secret }: Restored, format: Format): void {
  const { t, say } = terminal();
  printRows([{ file, rows, files, missing: missing.length, secret }], format);
  for (const key of missing) say(t('cli.backup.missing', { key }));
  if (secret !== 'same') say(t(secret === 'restored' ? 'cli.backup.secretRestored' : 'cli.backup.secretOther'));
}

export function asRefusal(error: unknown, file: string): unknown {
  const { t } = terminal();
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new NotFoundError(t('cli.backup.nowhere', { file }));
  if (!(error instanceof UnfitBackup)) return error;
  if (error.reason === 'passphrase') return new RefusedError(t('cli.backup.passphrase', { file }));
  if (error.reason === 'files') return new RefusedError(t('cli.backup.files', { folder: error.message }));
  if (error.reason === 'newer') return new RefusedError(t('cli.backup.newer', { name: error.message }));
  return new Error(t('cli.backup.damaged', { file }));
}
