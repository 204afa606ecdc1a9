import { dirname, join, resolve } from 'node:path';
import { config } from '#app/config.server.ts';
import { FILES_FOLDER } from '#app/services/maintenance/backup/backup-form.ts';
import { writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { recordBackup } from '#app/services/maintenance/installation/record-maintenance.ts';
import { requireTarget } from '#cli/commands/db/backup-target.ts';
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
        await recordBackup({ rows: done.rows, files: done.files });
        return done;
      }, 'files'),
    ),
  );
  const { missing, secret, ...counts } = written;
  const folder = join(dirname(file), FILES_FOLDER);
  printRows([{ file: given, ...counts, missing: missing.length, secret }], format);
  for (const key of missing) say(t('cli.backup.missing', { key }));
  say(t(incremental ? 'cli.backup.writtenBeside' : 'cli.backup.written', { file: given, count: counts.rows, folder }));
  if (!secret) say(t('cli.backup.withoutSecret'));
  else if (!config().backupPassphrase) say(t('cli.backup.withSecret'));
}
