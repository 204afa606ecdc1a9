import { type Command, Option } from 'commander';
import type { TFunction } from 'i18next';
import {
  addListOptions,
  dryRunOption,
  examples,
  formatOption,
  jsonOption,
  run,
  yesOption,
} from '#cli/commands/options.ts';

/** Declares `arbor file …`: names, flags and help. */
export function declareFile(program: Command, t: TFunction): void {
  const file = program.command('file').description(t('cli.file.description'));
  addListOptions(file.command('list').description(t('cli.file.list')), t)
    .option('--owner <email>', t('cli.file.owner'))
    .addHelpText('after', examples('arbor file list --owner ada@example.com'))
    .action(run(async () => (await import('#cli/commands/file/files.ts')).fileListCommand));
  file
    .command('prune')
    .description(t('cli.file.prune'))
    .addOption(dryRunOption(t))
    .addOption(yesOption(t).hideHelp())
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor file prune --dry-run'))
    .action(run(async () => (await import('#cli/commands/file/files.ts')).filePruneCommand));
  file
    .command('move')
    .description(t('cli.file.move'))
    .addOption(new Option('--to <storage>', t('cli.file.to')).choices(['local', 's3']).makeOptionMandatory())
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor file move --to s3'))
    .action(run(async () => (await import('#cli/commands/file/files.ts')).fileMoveCommand));
}
