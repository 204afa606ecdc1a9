import type { Command } from 'commander';
import type { TFunction } from 'i18next';
import { addListOptions, addRowOptions, examples, run } from '#cli/commands/options.ts';

const commands = () => import('#cli/commands/session/session.ts');

/** Declares `arbor session …`: names, flags and help. */
export function declareSession(program: Command, t: TFunction): void {
  const session = program.command('session').description(t('cli.session.description'));
  addListOptions(session.command('list <email>').description(t('cli.session.list')), t)
    .addHelpText('after', examples('arbor session list ada@example.com'))
    .action(run(async () => (await commands()).sessionListCommand));
  addRowOptions(session.command('end <email> [id]').description(t('cli.session.end')), t)
    .option('--all', t('cli.session.all'))
    .addHelpText(
      'after',
      examples(
        'arbor session end ada@example.com --all',
        'arbor session end ada@example.com cm3t8k1v20000l508d1xk4b7q',
      ),
    )
    .action(run(async () => (await commands()).sessionEndCommand));
}
