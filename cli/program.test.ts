import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { translator } from '#app/i18n/translations.ts';
import { declareProgram } from '#cli/program.ts';

/** Words of Commander that occur in its help. */
const ENGLISH = /Usage|Options|Arguments|Commands|\[options\]|\[command\]|display|output|choices|default/;

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

/** Returns the help as it is printed, with what follows the lists. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

const pathOf = (command: Command): string => (command.parent ? `${pathOf(command.parent)} ` : '') + command.name();

test('the help of each command ends with examples', () => {
  const commands = everyCommand(declareProgram(translator('en'))).filter((each) => each.commands.length === 0);
  expect(commands.length).toBeGreaterThan(50);
  expect(commands.filter((each) => !/^ {2}arbor \w/m.test(helpOf(each))).map(pathOf)).toEqual([]);
});

test('the help of each command is Chinese throughout: titles, placeholders, choices, defaults', () => {
  const found = everyCommand(declareProgram(translator('zh'))).flatMap((each) => {
    const word = ENGLISH.exec(helpOf(each))?.[0];
    return word ? [`${pathOf(each)}: ${word}`] : [];
  });
  expect(found).toEqual([]);
});
