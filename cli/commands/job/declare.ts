import { Argument, type Command } from 'commander';
import type { TFunction } from 'i18next';
import { JOB_NAMES } from '#app/schemas/job-names.ts';
import { addListOptions, addRowOptions, examples, run } from '#cli/commands/options.ts';

const commands = () => import('#cli/commands/job/job.ts');

/** Declares `arbor job …`: names, flags and help. */
export function declareJob(program: Command, t: TFunction): void {
  const job = program.command('job').description(t('cli.job.description'));
  addListOptions(job.command('list').description(t('cli.job.list')), t)
    .addHelpText('after', examples('arbor job list'))
    .action(run(async () => (await commands()).jobListCommand));
  const width = Math.max(...JOB_NAMES.map(({ length }) => length));
  const works = JOB_NAMES.map((name) => `${name.padEnd(width)}  ${t(`cli.job.works.${name}`)}`);
  addRowOptions(job.command('run').addArgument(new Argument('<name>').choices(JOB_NAMES)), t)
    .description(t('cli.job.run'))
    .addHelpText('after', examples(...works))
    .addHelpText('after', examples('arbor job run prune-files'))
    .action(run(async () => (await commands()).jobRunCommand));
}
