import type { Command } from 'commander';
import type { TFunction } from 'i18next';
import { addListOptions, addRowOptions, examples, run } from '#cli/commands/options.ts';

const commands = () => import('#cli/commands/token/token.ts');

/** Declares `arbor token …`: names, flags and help. */
export function declareToken(program: Command, t: TFunction): void {
  const token = program.command('token').description(t('cli.token.description'));
  addListOptions(token.command('list <email>').description(t('cli.token.list')), t)
    .addHelpText('after', examples('arbor token list ada@example.com'))
    .action(run(async () => (await commands()).tokenListCommand));
  addRowOptions(token.command('revoke <email> <id>').description(t('cli.token.revoke')), t)
    .addHelpText('after', examples('arbor token revoke ada@example.com cm3t8k1v20000l508d1xk4b7q'))
    .action(run(async () => (await commands()).tokenRevokeCommand));
}
