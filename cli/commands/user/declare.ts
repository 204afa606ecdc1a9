import { type Command, Option } from 'commander';
import type { TFunction } from 'i18next';
import { USER_ROLES, USER_SORTS, USER_STATUSES } from '#app/schemas/users.ts';
import {
  addListOptions,
  dryRunOption,
  examples,
  formatOption,
  jsonOption,
  run,
  wholeNumber,
  yesOption,
} from '#cli/commands/options.ts';

const changes = () => import('#cli/commands/user/change.ts');

/** Declares `arbor user …`: names, flags and help; each command loads when it runs. */
export function declareUser(program: Command, t: TFunction): void {
  const user = program.command('user').description(t('cli.user.description'));
  declareList(user, t);
  addListOptions(user.command('show <email>').description(t('cli.user.show')), t)
    .addHelpText('after', examples('arbor user show ada@example.com', 'arbor user show ada@example.com --json'))
    .action(run(async () => (await import('#cli/commands/user/show.ts')).userShowCommand));
  declareCreate(user, t);
  declareChanges(user, t);
  declarePassword(user, t);
  declareInvite(user, t);
}

function declareList(user: Command, t: TFunction): void {
  addListOptions(user.command('list').description(t('cli.user.list')), t)
    .option('--keyword <text>', t('cli.user.keyword'))
    .addOption(new Option('--status <status>', t('cli.user.status')).choices([...USER_STATUSES]))
    .addOption(new Option('--role <role>', t('cli.user.role')).choices([...USER_ROLES]))
    .option('--inactive <days>', t('cli.user.inactive'), wholeNumber)
    .addOption(new Option('--sort <column>', t('cli.user.sort')).choices([...USER_SORTS]).default('createdAt'))
    .addOption(new Option('--order <order>', t('cli.user.order')).choices(['asc', 'desc']).default('asc'))
    .option('--limit <number>', t('cli.user.limit'), wholeNumber)
    .addHelpText(
      'after',
      examples(
        'arbor user list --status SUSPENDED',
        'arbor user list --inactive 90 --sort lastSeenAt',
        'arbor user list --format csv > users.csv',
      ),
    )
    .action(run(async () => (await import('#cli/commands/user/list.ts')).userListCommand));
}

function declareCreate(user: Command, t: TFunction): void {
  user
    .command('create <email>')
    .description(t('cli.user.create'))
    .option('--admin', t('cli.user.admin'))
    .option('--password-stdin', t('cli.user.passwordStdin'))
    .option('--link', t('cli.user.link'))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor user create ada@example.com --admin --link'))
    .action(run(async () => (await import('#cli/commands/user/create.ts')).userCreateCommand));
}

function declareChanges(user: Command, t: TFunction): void {
  const change = (name: 'promote' | 'demote' | 'suspend' | 'activate' | 'restore' | 'reset-two-factor') =>
    user
      .command(`${name} <email...>`)
      .description(t(`cli.user.${name === 'reset-two-factor' ? 'resetTwoFactor' : name}`))
      .addOption(formatOption(t))
      .addOption(jsonOption(t))
      // These ask nothing. They take the flag all the same, so that a script can pass it to each change of an account.
      .addOption(yesOption(t).hideHelp())
      .addHelpText('after', examples(`arbor user ${name} ada@example.com`));
  change('promote').action(run(async () => (await changes()).userPromoteCommand));
  change('demote').action(run(async () => (await changes()).userDemoteCommand));
  change('suspend').action(run(async () => (await changes()).userSuspendCommand));
  change('reset-two-factor').action(run(async () => (await changes()).userResetTwoFactorCommand));
  change('activate').action(run(async () => (await changes()).userActivateCommand));
  user
    .command('delete <email...>')
    .description(t('cli.user.delete'))
    .addOption(yesOption(t))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor user delete ada@example.com --yes'))
    .action(run(async () => (await import('#cli/commands/user/delete.ts')).userDeleteCommand));
  user
    .command('hand-over <from> <to>')
    .description(t('cli.user.handOver'))
    .addOption(dryRunOption(t))
    .addOption(yesOption(t))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor user hand-over ada@example.com ben@example.com --dry-run'))
    .action(run(async () => (await import('#cli/commands/user/hand-over.ts')).userHandOverCommand));
  change('restore').action(run(async () => (await changes()).userRestoreCommand));
  user
    .command('purge')
    .description(t('cli.user.purge'))
    .addOption(yesOption(t))
    .option('--dry-run', t('cli.user.dryRun'))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor user purge --dry-run', 'arbor user purge --yes'))
    .action(run(async () => (await import('#cli/commands/user/purge.ts')).userPurgeCommand));
}

function declarePassword(user: Command, t: TFunction): void {
  user
    .command('reset-password <email>')
    .description(t('cli.user.resetPassword'))
    .option('--password-stdin', t('cli.user.passwordStdin'))
    .option('--link', t('cli.user.link'))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor user reset-password ada@example.com --link'))
    .action(run(async () => (await import('#cli/commands/user/reset-password.ts')).userResetPasswordCommand));
}

function declareInvite(user: Command, t: TFunction): void {
  user
    .command('invite <email>')
    .description(t('cli.user.invite'))
    .option('--link', t('cli.user.inviteLink'))
    .addOption(formatOption(t))
    .addOption(jsonOption(t))
    .addHelpText('after', examples('arbor user invite ada@example.com'))
    .action(run(async () => (await import('#cli/commands/user/invite.ts')).userInviteCommand));
}
