import type { Command } from 'commander';
import type { TFunction } from 'i18next';
import { addRowOptions, examples, run } from '#cli/commands/options.ts';

/** Declares `arbor mail …`: names, flags and help. */
export function declareMail(program: Command, t: TFunction): void {
  const mail = program.command('mail').description(t('cli.mail.description'));
  addRowOptions(mail.command('test <email>').description(t('cli.mail.test')), t)
    .addHelpText('after', examples('arbor mail test ada@example.com'))
    .action(run(async () => (await import('#cli/commands/mail/test.ts')).mailTestCommand));
}
