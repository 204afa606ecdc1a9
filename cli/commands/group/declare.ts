import type { Command } from 'commander';
import type { TFunction } from 'i18next';
import { addListOptions, addRowOptions, examples, run, yesOption } from '#cli/commands/options.ts';

const commands = () => import('#cli/commands/group/group.ts');

/** Declares `arbor group …`: names, flags and help. */
export function declareGroup(program: Command, t: TFunction): void {
  const group = program.command('group').description(t('cli.group.description'));
  const declare = (usage: string, text: string, example: string) =>
    group.command(usage).description(text).addHelpText('after', examples(example));
  addListOptions(declare('list', t('cli.group.list'), 'arbor group list'), t).action(
    run(async () => (await commands()).groupListCommand),
  );
  addListOptions(declare('show <group>', t('cli.group.show'), 'arbor group show Editors'), t).action(
    run(async () => (await commands()).groupShowCommand),
  );
  addRowOptions(declare('create <name>', t('cli.group.create'), 'arbor group create Editors'), t).action(
    run(async () => (await commands()).groupCreateCommand),
  );
  addRowOptions(
    declare('rename <group> <name>', t('cli.group.rename'), 'arbor group rename Editors Writers'),
    t,
  ).action(run(async () => (await commands()).groupRenameCommand));
  addRowOptions(declare('delete <group>', t('cli.group.delete'), 'arbor group delete Editors --yes'), t)
    .addOption(yesOption(t))
    .action(run(async () => (await commands()).groupDeleteCommand));
  const people = 'ada@example.com ben@example.com';
  addRowOptions(declare('add <group> <email...>', t('cli.group.add'), `arbor group add Editors ${people}`), t)
    .option('--keeper', t('cli.group.asKeeper'))
    .action(run(async () => (await commands()).groupAddCommand));
  addRowOptions(declare('remove <group> <email...>', t('cli.group.remove'), `arbor group remove Editors ${people}`), t)
    .option('--keeper', t('cli.group.asKeeper'))
    .action(run(async () => (await commands()).groupRemoveCommand));
}
