import { type Command, Option } from 'commander';
import type { TFunction } from 'i18next';
import { USAGE_GROUPS, USAGE_SORTS } from '#app/schemas/usage.ts';
import { addFields, day, examples, formatOptionUnset, month, run, wholeNumber } from '#cli/commands/options.ts';

/** Declares `arbor usage …`: names, flags and help. */
export function declareUsage(program: Command, t: TFunction): void {
  const usage = program.command('usage').description(t('cli.usage.description'));
  addFields(reportOptions(usage.command('report').description(t('cli.usage.report')), t), t)
    .addHelpText(
      'after',
      examples(
        'arbor usage report --month 2026-10',
        'arbor usage report --by day --user ada@example.com',
        'arbor usage report --from 2026-10-01 --to 2026-10-07 --format csv > week.csv',
      ),
    )
    .action(run(async () => (await import('#cli/commands/usage/report.ts')).usageReportCommand));
  reportOptions(usage.command('watch').description(t('cli.usage.watch')), t)
    .addHelpText('after', examples('arbor usage watch --by model'))
    .action(run(async () => (await import('#cli/commands/usage/report.ts')).usageWatchCommand));
}

function reportOptions(command: Command, t: TFunction): Command {
  return command
    .option('--month <YYYY-MM>', t('cli.usage.month'), month)
    .option('--from <YYYY-MM-DD>', t('cli.usage.from'), day)
    .option('--to <YYYY-MM-DD>', t('cli.usage.to'), day)
    .option('--user <email>', t('cli.usage.user'))
    .addOption(new Option('--by <group>', t('cli.usage.by')).choices([...USAGE_GROUPS]).default('user'))
    .addOption(new Option('--sort <column>', t('cli.usage.sort')).choices([...USAGE_SORTS]))
    .option('--limit <number>', t('cli.user.limit'), wholeNumber)
    .addOption(formatOptionUnset(t));
}
