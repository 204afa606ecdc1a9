import type { Command } from 'commander';
import type { TFunction } from 'i18next';
import { COST_MAX } from '#app/schemas/usage.ts';
import { addListOptions, addRowOptions, examples, run, tokenCount } from '#cli/commands/options.ts';
import { misfit } from '#cli/output/misfit.ts';

const commands = () => import('#cli/commands/ceiling/ceiling.ts');

/** Declares `arbor ceiling …`: names, flags and help. */
export function declareCeiling(program: Command, t: TFunction): void {
  const ceiling = program.command('ceiling').description(t('cli.ceiling.description'));
  addListOptions(ceiling.command('list').description(t('cli.ceiling.list')), t)
    .addHelpText('after', examples('arbor ceiling list'))
    .action(run(async () => (await commands()).ceilingListCommand));
  addRowOptions(ceiling.command('set').description(t('cli.ceiling.set')), t)
    .option('--group <group>', t('cli.ceiling.group'))
    .option('--tokens <tokens>', t('cli.ceiling.tokens'), tokenCount)
    .option('--cost <amount>', t('cli.ceiling.cost'), amount)
    .addHelpText(
      'after',
      examples('arbor ceiling set --tokens 50000000', 'arbor ceiling set --group Editors --cost 200'),
    )
    .action(run(async () => (await commands()).ceilingSetCommand));
  addRowOptions(ceiling.command('remove').description(t('cli.ceiling.remove')), t)
    .option('--group <group>', t('cli.ceiling.group'))
    .addHelpText('after', examples('arbor ceiling remove --group Editors'))
    .action(run(async () => (await commands()).ceilingRemoveCommand));
}

/** Parses an amount of the currency with up to two decimals. */
function amount(value: string): number {
  if (/^\d{1,7}(\.\d{1,2})?$/.test(value) && Number(value) <= COST_MAX) return Number(value);
  throw misfit('amount');
}
