import type { Command } from 'commander';
import type { TFunction } from 'i18next';
import { examples, formatOption, jsonOption, run, yesOption } from '#cli/commands/options.ts';

/** Declares `arbor db …`: names, flags and help. */
export function declareDb(program: Command, t: TFunction): void {
  const db = program.command('db').description(t('cli.db.description'));
  db.command('migrate')
    .description(t('cli.db.migrate'))
    .option('--backup <file>', t('cli.db.backupFirst'))
    .option('--down [name]', t('cli.db.down'))
    .addOption(yesOption(t))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText(
      'after',
      examples('arbor db migrate --backup /backups/before.zip', 'arbor db migrate --down 0031-notification-mails'),
    )
    .action(run(async () => (await import('#cli/commands/db/migrate.ts')).migrateCommand));
  db.command('status')
    .description(t('cli.db.status'))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor db status --format json'))
    .action(run(async () => (await import('#cli/commands/db/migrate.ts')).statusCommand));
  db.command('backup <file>')
    .description(t('cli.backup.backup'))
    .option('--incremental', t('cli.backup.incremental'))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText(
      'after',
      examples('arbor db backup /backups/arbor.zip', 'arbor db backup /backups/monday.zip --incremental'),
    )
    .action(run(async () => (await import('#cli/commands/db/backup.ts')).backupCommand));
  db.command('restore <file>')
    .description(t('cli.backup.restore'))
    .option('--into <folder>', t('cli.backup.into'))
    .option('--branch <id>', t('cli.part.branch'))
    .option('--account <email>', t('cli.part.account'))
    .option('--to <email|id>', t('cli.part.to'))
    .option('--dry-run', t('cli.part.dryRun'))
    .addOption(yesOption(t))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText(
      'after',
      examples(
        'arbor db restore /backups/arbor.zip --yes',
        'arbor db restore /backups/arbor.zip --into ./look',
        'arbor db restore /backups/arbor.zip --account ada@example.com --dry-run',
        'arbor db restore /backups/arbor.zip --branch c3k9… --to ben@example.com',
      ),
    )
    .action(run(async () => (await import('#cli/commands/db/restore.ts')).restoreCommand));
  db.command('verify <file>')
    .description(t('cli.backup.verify'))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor db verify /backups/arbor.zip'))
    .action(run(async () => (await import('#cli/commands/db/verify.ts')).verifyCommand));
  db.command('adopt')
    .description(t('cli.installation.adopt'))
    .addOption(yesOption(t))
    .addHelpText('after', examples('arbor db adopt'))
    .action(run(async () => (await import('#cli/commands/db/adopt.ts')).adoptCommand));
  db.command('check')
    .description(t('cli.check.description'))
    .option('--repair', t('cli.check.repair'))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor db check', 'arbor db check --repair'))
    .action(run(async () => (await import('#cli/commands/db/check.ts')).checkCommand));
}
