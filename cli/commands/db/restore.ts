import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { config } from '#app/config.server.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import {
  type Backup,
  countContents,
  isUnused,
  openBackup,
  type Restored,
  restoreBackup,
} from '#app/services/maintenance/backup/restore-backup.ts';
import { damagedDatabase, setDatabaseAside } from '#app/services/maintenance/backup/set-database-aside.ts';
import { markTrial } from '#app/services/maintenance/installation/recognise.ts';
import { findLivingProcesses } from '#app/services/maintenance/processes/living-processes.ts';
import { asRefusal } from '#cli/commands/db/refusal.ts';
import { type PartOptions, restorePartCommand } from '#cli/commands/db/restore-part.ts';
import { isOwnFolder, workInFolder } from '#cli/commands/db/work-in-folder.ts';
import { RefusedError, UsageError } from '#cli/exit.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { stoppable, withProgress } from '#cli/output/with-progress.ts';
import { terminal, withServices } from '#cli/with-services.ts';
import { isDatabaseDamaged } from '#db/database-errors.ts';
import { migrationStatus } from '#db/migrate.ts';

type Options = PartOptions & { into?: string };
type Whole = { yes: boolean | undefined; isTrial: boolean; stop: AbortController };

/**
 * `--into` restores into another folder on SQLite, to inspect or test a backup; `--branch` and `--account` restore a
 * part beside the existing data.
 */
export async function restoreCommand(file: string, { into, ...options }: Options): Promise<void> {
  const { t, say } = terminal();
  const { branch, account, to, dryRun, yes, format } = options;
  const isPart = branch !== undefined || account !== undefined;
  const hasBoth = branch !== undefined && account !== undefined;
  if (hasBoth || (isPart ? into !== undefined : to !== undefined || dryRun)) throw new UsageError(t('cli.part.which'));
  if (isPart) return restorePartCommand(file, options);
  if (into && isOwnFolder(into)) throw new RefusedError(t('cli.backup.intoOwn', { folder: into }));
  if (into) workInFolder(into);
  const restored = await stoppable(t('cli.progress.stoppedRestore'), async (stop) => {
    const whole = { yes, isTrial: into !== undefined, stop };
    return restoreWhole(file, whole).catch(async (error) => {
      if (!isDatabaseDamaged(error)) throw error;
      await setAside(whole);
      return restoreWhole(file, whole);
    });
  });
  report(file, restored, { format, isTrial: into !== undefined });
  say(t('cli.backup.mails'));
  if (into) say(t('cli.backup.trial'));
  say(t('cli.backup.restored', { count: restored.rows }));
}

/** Reads the archive before it opens the database, so that a refused restore changes nothing. */
async function restoreWhole(file: string, whole: Whole): Promise<Restored> {
  const { t } = terminal();
  const title = t('cli.progress.restore', { file });
  const backup = await withProgress(title, whole.stop, (progress) => openBackup(file, { progress })).catch((error) => {
    throw asRefusal(error, file);
  });
  const database = damagedDatabase().file;
  const isNew = !config().databaseUrl && !existsSync(database);
  const uploads = join(config().dataDir, 'uploads');
  const hadUploads = existsSync(uploads);
  try {
    return await withServices(() => replaceAll(backup, whole, title), 'anything');
  } catch (error) {
    if (isNew) for (const suffix of ['', '-wal', '-shm']) await rm(database + suffix, { force: true });
    if (isNew && !hadUploads) await rm(uploads, { recursive: true, force: true });
    throw error;
  }
}

async function replaceAll(backup: Backup, whole: Whole, title: string): Promise<Restored> {
  const { executed, unknown } = await migrationStatus();
  const { t } = terminal();
  if (unknown.length > 0) throw new RefusedError(t('cli.backup.newerDatabase', { names: unknown.join(', ') }));
  if (executed.length > 0) await agreeToReplace(backup, executed, whole);
  const restored = await withProgress(title, whole.stop, (progress) =>
    restoreBackup(backup, { progress, by: OPERATOR }),
  );
  if (whole.isTrial) await markTrial();
  return restored;
}

/** Throws while servers run; otherwise shows what is replaced and asks for confirmation. */
async function agreeToReplace({ manifest }: Backup, executed: string[], { yes, stop }: Whole): Promise<void> {
  const { t, say } = terminal();
  const living = executed.includes('0051-processes') ? await findLivingProcesses() : [];
  if (living.length > 0) throw new RefusedError(t('cli.backup.serversRun', { processes: living.join(', ') }));
  if (await isUnused()) return;
  say(t('cli.backup.replaces', await countContents()));
  const date = manifest.createdAt.slice(0, 16).replace('T', ' ');
  await requireConfirmation(t('cli.backup.question', { date }), { yes, t, signal: stop.signal });
}

/** Puts a damaged SQLite file aside, as a restore into it would fail. */
async function setAside({ yes, stop }: Whole): Promise<void> {
  const { t, say } = terminal();
  const { file, aside } = damagedDatabase();
  await requireConfirmation(t('cli.backup.damagedDatabase', { file, aside }), { yes, t, signal: stop.signal });
  await setDatabaseAside({ file, aside });
  say(t('cli.backup.setAside', { aside }));
}

type Shown = { format: Format; isTrial: boolean };

function report(file: string, { rows, files, missing, secret }: Restored, { format, isTrial }: Shown): void {
  const { t, say } = terminal();
  printRows([{ file, rows, files, missing: missing.length, secret }], format);
  for (const key of missing) say(t('cli.backup.missing', { key }));
  if (secret === 'restored') say(t('cli.backup.secretRestored'));
  // The environment's SESSION_SECRET is not used for another folder.
  else if (secret === 'other') say(t(isTrial ? 'cli.backup.secretOfFolder' : 'cli.backup.secretOther'));
}
