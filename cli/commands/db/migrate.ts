import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';
import { migrate, migrationStatus } from '#db/migrate.ts';

export async function migrateCommand({ format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const migrated = await withServices(migrate, { migrates: false });
  printRows(
    migrated.map((name) => ({ name, state: 'executed' })),
    format,
  );
  say(t('cli.db.migrated', { count: migrated.length }));
}

export async function statusCommand({ format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const { executed, pending } = await withServices(migrationStatus, { migrates: false });
  const rows = [
    ...executed.map((name) => ({ name, state: 'executed' })),
    ...pending.map((name) => ({ name, state: 'pending' })),
  ];
  printRows(rows, format);
  say(t('cli.db.pending', { count: pending.length }));
}
