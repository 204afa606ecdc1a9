import type { Command } from 'commander';
import type { TFunction } from 'i18next';
import { formatOption, run } from '#cli/declare.ts';

/** `arbor db …`: names, flags and help. */
export function declareDb(program: Command, t: TFunction): void {
  const db = program.command('db').description(t('cli.db.description'));
  db.command('migrate')
    .description(t('cli.db.migrate'))
    .addOption(formatOption(t))
    .action(run(async () => (await import('#cli/commands/db.ts')).migrateCommand));
  db.command('status')
    .description(t('cli.db.status'))
    .addOption(formatOption(t))
    .action(run(async () => (await import('#cli/commands/db.ts')).statusCommand));
}
