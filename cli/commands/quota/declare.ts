import type { Command } from 'commander';
import type { TFunction } from 'i18next';
import {
  addListOptions,
  dryRunOption,
  examples,
  formatOption,
  jsonOption,
  run,
  tokenCount,
  yesOption,
} from '#cli/commands/options.ts';

const changes = () => import('#cli/commands/quota/change.ts');

/** Declares `arbor quota …`: names, flags and help. */
export function declareQuota(program: Command, t: TFunction): void {
  const quota = program.command('quota').description(t('cli.quota.description'));
  addListOptions(quota.command('list').description(t('cli.quota.list')), t)
    .addHelpText('after', examples('arbor quota list', 'arbor quota list --format csv > quotas.csv'))
    .action(run(async () => (await import('#cli/commands/quota/list.ts')).quotaListCommand));
  addListOptions(quota.command('get <email>').description(t('cli.quota.get')), t)
    .addHelpText('after', examples('arbor quota get ada@example.com --format json'))
    .action(run(async () => (await import('#cli/commands/quota/list.ts')).quotaGetCommand));
  quota
    .command('set <email>')
    .argument('<tokens>', t('cli.quota.tokens'), tokenCount)
    .description(t('cli.quota.set'))
    .addOption(dryRunOption(t))
    .addOption(yesOption(t).hideHelp())
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor quota set ada@example.com 500000'))
    .action(run(async () => (await changes()).quotaSetCommand));
  quota
    .command('reset [email...]')
    .description(t('cli.quota.reset'))
    .option('--all', t('cli.quota.all'))
    .addOption(dryRunOption(t))
    .addOption(yesOption(t))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText(
      'after',
      examples('arbor quota reset ada@example.com ben@example.com', 'arbor quota reset --all --yes'),
    )
    .action(run(async () => (await changes()).quotaResetCommand));
}
