import type { Command } from 'commander';
import type { TFunction } from 'i18next';
import { addFields, examples, formatOptionUnset, run } from '#cli/commands/options.ts';

/** Declares `arbor top`: name, flags and help. */
export function declareTop(program: Command, t: TFunction): void {
  const top = program.command('top').description(t('cli.top.description')).option('--once', t('cli.top.once'));
  addFields(top.addOption(formatOptionUnset(t)), t)
    .addHelpText('after', examples('arbor top', 'arbor top --once', 'arbor top --json'))
    .action(run(async () => (await import('#cli/commands/top/top.ts')).topCommand));
}
