import { dirname, join, resolve } from 'node:path';
import { config } from '#app/config.server.ts';
import { FILES_FOLDER } from '#app/services/maintenance/backup/backup-form.ts';
import { type Written, writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { recordBackup } from '#app/services/maintenance/installation/record-maintenance.ts';
import { requireTarget } from '#cli/commands/db/backup-target.ts';
import { faultText } from '#cli/exit.ts';
import { lowerPriority } from '#cli/lower-priority.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { stoppable, withProgress } from '#cli/output/with-progress.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type BackupOptions = { incremental?: boolean; format: Format };

/** With `--incremental` the bytes of files go to a folder beside the archive, once for all archives there. */
export async function backupCommand(given: string, { incremental, format }: BackupOptions): Promise<void> {
  const file = resolve(given);
  const { t, say } = terminal();
  lowerPriority();
  const filesOnce = incremental ?? false;
  const written = await stoppable(t('cli.progress.stopped'), (stop) =>
    withProgress(t('cli.progress.backup', { file: given }), stop, (progress) =>
      withServices(async () => {
        await requireTarget(file);
        const done = await writeBackup(file, { progress, signal: stop.signal, filesOnce });
        const fault = await recordBackup(done).then(
          () => null,
          (error: unknown) => ({ error }),
        );
        return { ...done, fault };
      }, 'files'),
    ),
  );
  const { missing, secret, fault, ...counts } = written;
  printRows([{ file: given, ...counts, missing: missing.length, secret }], format);
  sayWritten(given, written, { filesOnce });
  if (!secret) say(t('cli.backup.withoutSecret'));
  else if (!config().backupPassphrase) say(t('cli.backup.withSecret'));
  // A database that is full or read-only is a reason for a backup, not against one.
  if (fault) say(t('cli.backup.notRecorded', { reason: faultText(fault.error, t) }));
}

/** Says what an archive holds, and which files it lacks. */
export function sayWritten(given: string, { rows, missing }: Written, { filesOnce = false } = {}): void {
  const { t, say } = terminal();
  for (const key of missing) say(t('cli.backup.missing', { key }));
  const folder = join(dirname(resolve(given)), FILES_FOLDER);
  const whole = missing.length === 0 ? 'cli.backup.written' : 'cli.backup.writtenPartly';
  say(t(filesOnce ? 'cli.backup.writtenBeside' : whole, { file: given, count: rows, folder }));
  if (missing.length > 0) say(t('cli.backup.incomplete', { count: missing.length }));
}
