import { type Command, Option } from 'commander';
import type { TFunction } from 'i18next';
import { examples, run, yesOption } from '#cli/commands/options.ts';

/** Declares `arbor setup`: name, flags and help. */
export function declareSetup(program: Command, t: TFunction): void {
  program
    .command('setup [file]')
    .description(t('cli.setup.description'))
    .addOption(
      new Option('--set <name=value>', t('cli.setup.set')).argParser((value, given: string[] = []) => [
        ...given,
        value,
      ]),
    )
    .option('--replace', t('cli.setup.replace'))
    .addOption(yesOption(t))
    .addHelpText(
      'after',
      examples(
        'arbor setup',
        'arbor setup /etc/arbor.env --yes --set APP_URL=https://notes.example.com --set SMTP_URL',
      ),
    )
    .action(run(async () => (await import('#cli/commands/setup/setup.ts')).setupCommand));
}
