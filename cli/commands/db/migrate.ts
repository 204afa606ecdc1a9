import { resolve } from 'node:path';
import { writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { recordMigrated, recordReverted } from '#app/services/maintenance/installation/record-maintenance.ts';
import { sayWritten } from '#cli/commands/db/backup.ts';
import { requireTarget } from '#cli/commands/db/backup-target.ts';
import { NotFoundError } from '#cli/exit.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';
import { migrate, migrateDown, migrationStatus, NewerDatabase } from '#db/migrate.ts';

type Options = { backup?: string; down?: string | true; yes?: boolean; format: Format };

/**
 * `--down` reverts the last migration, or all down to a named one. `--backup` first writes an archive, in both
 * directions; migrates nothing if that fails.
 */
export async function migrateCommand({ down, ...options }: Options): Promise<void> {
  const { t, say } = terminal();
  if (down) return revert(down === true ? undefined : down, options);
  const { backup, yes, format } = options;
  const migrated = await withServices(async () => {
    const { executed, pending } = await migrationStatus();
    const archive = executed.length > 0 && pending.length > 0 ? await backUp(backup, yes) : null;
    const names = await migrate();
    if (executed.length > 0) await recordMigrated(names, archive);
    return names;
  }, 'anything');
  printRows(
    migrated.map((name) => ({ name, state: 'executed' })),
    format,
  );
  say(t('cli.db.migrated', { count: migrated.length }));
}

/**
 * Writes an archive. Returns its numbers for the audit log, which is written after the migration: an older schema may
 * lack its table.
 */
async function backUp(given: string | undefined, yes = false): Promise<{ rows: number; files: number } | null> {
  if (!given) return null;
  const file = resolve(given);
  await requireTarget(file, { yes });
  const written = await writeBackup(file);
  sayWritten(given, written);
  return written;
}

async function revert(to: string | undefined, { backup, yes, format }: Options): Promise<void> {
  const { t, say } = terminal();
  const reverted = await withServices(async () => {
    const { executed, unknown } = await migrationStatus();
    // Only the version that made a migration can revert it, and those below it only after it.
    if (unknown.length > 0) throw new NewerDatabase(unknown);
    if (executed.length === 0) throw new NotFoundError(t('cli.db.nothingThere'));
    if (to && !executed.includes(to)) throw new NotFoundError(t('cli.db.notExecuted', { name: to }));
    await requireConfirmation(t('cli.db.revertQuestion', { name: to ?? executed.at(-1) }), { yes, t });
    const archive = await backUp(backup, yes);
    const names = await migrateDown(to);
    await recordReverted(names, archive);
    return names;
  }, 'existing');
  printRows(
    reverted.map((name) => ({ name, state: 'reverted' })),
    format,
  );
  say(t('cli.db.reverted', { count: reverted.length }));
}

export async function statusCommand({ format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const { executed, pending, unknown } = await withServices(migrationStatus, 'existing');
  const rows = [
    ...executed.map((name) => ({ name, state: 'executed' })),
    ...pending.map((name) => ({ name, state: 'pending' })),
    ...unknown.map((name) => ({ name, state: 'unknown' })),
  ];
  printRows(rows, format);
  say(t('cli.db.pending', { count: pending.length }));
  if (unknown.length > 0) say(t('cli.db.unknown', { count: unknown.length }));
}
