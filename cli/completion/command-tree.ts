import type { Command } from 'commander';

type Word = { name: string; description: string };
/** A position in the command tree with its possible completions. `path` is for example `arbor user list`. */
export type Place = { path: string; commands: Word[]; options: (Word & { choices: string[]; takesValue: boolean })[] };

/** Lists every position of the command tree, the program itself first. */
export function placesOf(command: Command, above = ''): Place[] {
  const path = `${above} ${command.name()}`.trim();
  const globals = command.parent ? rootOf(command).options : [];
  const options = [...command.options, ...globals]
    .filter(({ long, hidden }) => long && !hidden)
    .map(({ long, description, argChoices, required, optional }) => ({
      name: long!,
      description,
      choices: [...(argChoices ?? [])],
      takesValue: required || optional,
    }));
  const commands = command.commands.map((each) => ({ name: each.name(), description: each.description() }));
  const help = { name: '--help', description: '', choices: [], takesValue: false };
  const place = { path, commands, options: [...options, help] };
  return [place, ...command.commands.flatMap((each) => placesOf(each, path))];
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}
