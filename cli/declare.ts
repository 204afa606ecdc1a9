import { InvalidArgumentError, Option } from 'commander';
import type { TFunction } from 'i18next';

/** A command is loaded when it is called: `arbor --help` loads none. */
export const run =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args) => {
    const command = await load();
    await command(...args);
  };

export const formatOption = (t: TFunction) =>
  new Option('--format <format>', t('cli.options.format')).choices(['table', 'json', 'csv']).default('table');

/** For what cannot be taken back: off a terminal nobody is there to be asked. */
export const yesOption = (t: TFunction) => new Option('--yes', t('cli.options.yes'));

/** Lines below the options, each a command as one would type it. */
export const examples = (...lines: string[]) => `\n${lines.map((line) => `  ${line}`).join('\n')}`;

/** A whole number from 1. */
export function wholeNumber(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('≥ 1');
}
