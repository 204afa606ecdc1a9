import { Command, CommanderError, Option } from 'commander';
import { fail, usageExit } from '#cli/exit.ts';
import { cliTexts, languageOf } from '#cli/texts.ts';

const t = cliTexts(languageOf(process.argv, process.env));

/** A command is loaded when it is called: `arbor --help` loads none. */
const run =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args) => {
    const command = await load();
    await command(...args);
  };

const format = () =>
  new Option('--format <format>', t('cli.options.format')).choices(['table', 'json', 'csv']).default('table');

const program = new Command('arbor')
  .description(t('cli.description'))
  .version(__ARBOR_VERSION__)
  .addOption(new Option('--lng <language>', t('cli.options.lng')).choices(['en', 'zh']))
  .option('--no-color', t('cli.options.noColor'))
  .configureHelp({ showGlobalOptions: true })
  .exitOverride()
  .showHelpAfterError(t('cli.helpHint'));

const db = program.command('db').description(t('cli.db.description'));
db.command('migrate')
  .description(t('cli.db.migrate'))
  .addOption(format())
  .action(run(async () => (await import('#cli/commands/db.ts')).migrateCommand));
db.command('status')
  .description(t('cli.db.status'))
  .addOption(format())
  .action(run(async () => (await import('#cli/commands/db.ts')).statusCommand));

const user = program.command('user').description(t('cli.user.description'));
user
  .command('create <email>')
  .description(t('cli.user.create'))
  .option('--admin', t('cli.user.admin'))
  .option('--password-stdin', t('cli.user.passwordStdin'))
  .option('--link', t('cli.user.link'))
  .addOption(format())
  .addHelpText('after', '\n  arbor user create ada@example.com --admin --link')
  .action(run(async () => (await import('#cli/commands/user-create.ts')).userCreateCommand));
user
  .command('promote <email...>')
  .description(t('cli.user.promote'))
  .addHelpText('after', '\n  arbor user promote ada@example.com')
  .action(run(async () => (await import('#cli/commands/user-promote.ts')).userPromoteCommand));
user
  .command('reset-two-factor <email>')
  .description(t('cli.user.resetTwoFactor'))
  .addHelpText('after', '\n  arbor user reset-two-factor ada@example.com')
  .action(run(async () => (await import('#cli/commands/user-reset-two-factor.ts')).userResetTwoFactorCommand));

program
  .command('import <folder>')
  .description(t('cli.import.description'))
  .requiredOption('--owner <email>', t('cli.import.owner'))
  .option('--parent <id>', t('cli.import.parent'))
  .addOption(format())
  .addHelpText('after', '\n  arbor import ./notes --owner ada@example.com')
  .action(run(async () => (await import('#cli/commands/import.ts')).importCommand));

// A closed pipe (`| head`) is the reader's choice, not a fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = error instanceof CommanderError ? usageExit(error) : fail(error, t);
}
