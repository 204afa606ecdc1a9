import { dirname, join, resolve } from 'node:path';
import { FILES_FOLDER } from '#app/services/maintenance/backup/backup-form.ts';
import { isUnused, openBackup, type Restored, restoreBackup } from '#app/services/maintenance/backup/restore-backup.ts';
import { damagedDatabase, setDatabaseAside } from '#app/services/maintenance/backup/set-database-aside.ts';
import { writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { asRefusal } from '#cli/commands/db/refusal.ts';
import { type PartOptions, restorePartCommand } from '#cli/commands/db/restore-part.ts';
import { workInFolder } from '#cli/commands/db/work-in-folder.ts';
import { UsageError } from '#cli/exit.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import { progressBar } from '#cli/output/progress.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';
import { yieldToServers } from '#cli/yield-to-servers.ts';
import { isDatabaseDamaged } from '#db/database-errors.ts';

type BackupOptions = { incremental?: boolean; format: Format };

/** With `--incremental` the bytes of files go to a folder beside the archive, once for all archives there. */
export async function backupCommand(given: string, { incremental, format }: BackupOptions): Promise<void> {
  const file = resolve(given);
  const { t, say } = terminal();
  yieldToServers();
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

type Options = PartOptions & { into?: string };

/**
 * `--into` restores into another folder on SQLite, to inspect or test a backup; `--branch` and `--account` restore a part
 * beside what is there.
 */
export async function restoreCommand(file: string, { into, ...options }: Options): Promise<void> {
  const { t, say } = terminal();
  const { branch, account, to, dryRun, yes, format } = options;
  const isPart = branch !== undefined || account !== undefined;
  const hasBoth = branch !== undefined && account !== undefined;
  if (hasBoth || (isPart ? into !== undefined : to !== undefined || dryRun)) throw new UsageError(t('cli.part.which'));
  if (isPart) return restorePartCommand(file, options);
  if (into) workInFolder(into);
  const restored = await restoreWhole(file, yes).catch(async (error) => {
    if (!isDatabaseDamaged(error)) throw error;
    await setAside(yes);
    return restoreWhole(file, yes);
  });
  report(file, restored, format);
  say(t('cli.backup.mails'));
  say(t('cli.backup.restored', { count: restored.rows }));
}

async function restoreWhole(file: string, yes: boolean | undefined): Promise<Restored> {
  const { t } = terminal();
  const bar = progressBar(t('cli.backup.restoring'));
  const work = async () => {
    const backup = await openBackup(file).catch((error) => {
      throw asRefusal(error, file);
    });
    if (!(await isUnused())) {
      const question = t('cli.backup.question', { date: backup.manifest.createdAt.slice(0, 16).replace('T', ' ') });
      await requireConfirmation(question, { yes, t });
    }
    return restoreBackup(backup, { onProgress: bar.update });
  };
  return withServices(work, { makes: true }).finally(bar.end);
}

/** Puts a damaged SQLite file aside, as a restore into it would fail. */
async function setAside(yes: boolean | undefined): Promise<void> {
  const { t, say } = terminal();
  const { file, aside } = damagedDatabase();
  await requireConfirmation(t('cli.backup.damagedDatabase', { file, aside }), { yes, t });
  await setDatabaseAside({ file, aside });
  say(t('cli.backup.setAside', { aside }));
}

function report(file: string, { rows, files, missing, secret }: Restored, format: Format): void {
  const { t, say } = terminal();
  printRows([{ file, rows, files, missing: missing.length, secret }], format);
  for (const key of missing) say(t('cli.backup.missing', { key }));
  if (secret !== 'same') say(t(secret === 'restored' ? 'cli.backup.secretRestored' : 'cli.backup.secretOther'));
}
