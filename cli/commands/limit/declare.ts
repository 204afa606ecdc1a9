import type { Command } from 'commander';
import type { TFunction } from 'i18next';
import { addListOptions, examples, run, yesOption } from '#cli/commands/options.ts';

/** Declares `arbor limit …`: names, flags and help. */
export function declareLimit(program: Command, t: TFunction): void {
  const limit = program.command('limit').description(t('cli.limit.description'));
  addListOptions(limit.command('list [subject]').description(t('cli.limit.list')), t)
    .addHelpText('after', examples('arbor limit list', 'arbor limit list ada@example.com'))
    .action(run(async () => (await import('#cli/commands/limit/limit.ts')).limitListCommand));
  limit
    .command('clear [subject]')
    .description(t('cli.limit.clear'))
    .option('--all', t('cli.limit.all'))
    .addOption(yesOption(t))
    .addHelpText('after', examples('arbor limit clear ada@example.com', 'arbor limit clear 192.0.2.7'))
    .action(run(async () => (await import('#cli/commands/limit/limit.ts')).limitClearCommand));
}
