import { Argument, Command, Option } from 'commander';
import type { TFunction } from 'i18next';
import { LANGUAGES } from '#app/i18n/language.ts';
import { declareAudit } from '#cli/commands/audit/declare.ts';
import { declareCeiling } from '#cli/commands/ceiling/declare.ts';
import { declareDb } from '#cli/commands/db/declare.ts';
import { declareFile } from '#cli/commands/file/declare.ts';
import { declareGroup } from '#cli/commands/group/declare.ts';
import { declareJob } from '#cli/commands/job/declare.ts';
import { declareLimit } from '#cli/commands/limit/declare.ts';
import { declareMail } from '#cli/commands/mail/declare.ts';
import { addListOptions, dryRunOption, examples, formatOption, jsonOption, run } from '#cli/commands/options.ts';
import { declareQuota } from '#cli/commands/quota/declare.ts';
import { declareSession } from '#cli/commands/session/declare.ts';
import { declareSetup } from '#cli/commands/setup/declare.ts';
import { declareToken } from '#cli/commands/token/declare.ts';
import { declareTop } from '#cli/commands/top/declare.ts';
import { declareUsage } from '#cli/commands/usage/declare.ts';
import { declareUser } from '#cli/commands/user/declare.ts';
import { placesOf } from '#cli/completion/command-tree.ts';
import { completionScript, SHELLS, type Shell } from '#cli/completion/scripts.ts';
import { localizeProgram } from '#cli/output/localize-commander.ts';

/** Declares every command, with help in the language of `t`. */
export function declareProgram(t: TFunction): Command {
  const program = localizeProgram(new Command('arbor'), t)
    .description(t('cli.description'))
    .version(__ARBOR_VERSION__, '-V, --version', t('cli.words.version'))
    .addOption(new Option('--lng <language>', t('cli.options.lng')).choices(LANGUAGES))
    .option('--no-color', t('cli.options.noColor'))
    .option('--no-pager', t('cli.options.noPager'))
    .exitOverride()
    .showHelpAfterError(t('cli.helpHint'));

  declareSetup(program, t);
  declareDb(program, t);
  declareUsage(program, t);
  declareQuota(program, t);
  declareCeiling(program, t);
  declareLimit(program, t);
  declareFile(program, t);
  declareUser(program, t);
  declareGroup(program, t);
  declareSession(program, t);
  declareToken(program, t);
  declareMail(program, t);
  declareJob(program, t);
  declareAudit(program, t);
  declareTop(program, t);

  declareTransfer(program, t);
  declareCare(program, t);
  return program;
}

function declareTransfer(program: Command, t: TFunction): void {
  program
    .command('export <folder>')
    .description(t('cli.export.description'))
    .option('--owner <email>', t('cli.export.owner'))
    .option('--branch <id>', t('cli.export.branch'))
    .option('--all', t('cli.export.all'))
    .option('--force', t('cli.export.force'))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor export ./notes --owner ada@example.com', 'arbor export ./everyone --all'))
    .action(run(async () => (await import('#cli/commands/export.ts')).exportCommand));

  program
    .command('import <folder>')
    .description(t('cli.import.description'))
    .option('--owner <email>', t('cli.import.owner'))
    .option('--all', t('cli.import.all'))
    .option('--parent <id>', t('cli.import.parent'))
    .addOption(dryRunOption(t))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText(
      'after',
      examples('arbor import ./notes --owner ada@example.com', 'arbor import ./notion.zip --owner ada@example.com'),
    )
    .action(run(async () => (await import('#cli/commands/import.ts')).importCommand));
}

/** Declares what looks at the installation, and completion of shells. */
function declareCare(program: Command, t: TFunction): void {
  program
    .command('doctor')
    .description(t('cli.doctor.description'))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor doctor'))
    .action(run(async () => (await import('#cli/commands/doctor.ts')).doctorCommand));

  addListOptions(program.command('config').description(t('cli.config.description')), t)
    .addHelpText('after', examples('arbor config', 'arbor config --json'))
    .action(run(async () => (await import('#cli/commands/config.ts')).configCommand));

  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .description(t('cli.completion.description'))
    .addHelpText(
      'after',
      examples(
        'arbor completion bash > ~/.local/share/bash-completion/completions/arbor',
        'source <(arbor completion zsh)',
      ),
    )
    .action((shell: Shell) => void process.stdout.write(completionScript(shell, placesOf(program))));
}
