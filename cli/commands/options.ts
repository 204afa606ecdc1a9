import { type Command, InvalidArgumentError, Option } from 'commander';
import type { TFunction } from 'i18next';
import { isMonth, monthlyLimit } from '#app/schemas/usage.ts';
import { UsageError } from '#cli/exit.ts';
import { chooseFields } from '#cli/output/fields.ts';
import { misfit } from '#cli/output/misfit.ts';
import type { Format } from '#cli/output/rows.ts';
import { wrapCommand } from '#cli/output/wrap-text.ts';

/** Loads a command when it is called, so that `arbor --help` loads none. */
export const run =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args) => {
    const command = await load();
    await command(...args);
  };

export const formatOption = (t: TFunction) =>
  new Option('--format <format>', t('cli.options.format')).choices(['table', 'json', 'csv']).default('table');

export const jsonOption = (t: TFunction) => new Option('--json', t('cli.options.json')).implies({ format: 'json' });

/** Adds the options of commands that print rows. */
export const addRowOptions = (command: Command, t: TFunction): Command =>
  command.addOption(formatOption(t)).addOption(jsonOption(t));

/** Adds the options of commands that only list rows; unknown fields are found with the first row. */
export const addListOptions = (command: Command, t: TFunction): Command =>
  addFields(command.addOption(formatOption(t)), t);

/** Adds `--json` and `--fields` beside `--format`; both mean JSON unless another format is asked for. */
export const addFields = (command: Command, t: TFunction): Command =>
  command
    .addOption(jsonOption(t))
    .addOption(
      new Option('--fields <names>', t('cli.options.fields')).argParser(fieldNames).implies({ format: 'json' }),
    )
    .hook('preAction', (_command, acting) => {
      const { fields, format } = acting.opts<{ fields?: string[]; format?: Format }>();
      if (fields && format === 'table') throw new UsageError(t('cli.fields.ofRows'));
      chooseFields(fields);
    });

/** Parses `id,email`. */
function fieldNames(value: string): string[] {
  const names = value.split(',').map((name) => name.trim());
  if (names.every((name) => /^\w+$/.test(name))) return names;
  throw new InvalidArgumentError('id,email');
}

/** Option for irreversible commands; required without a terminal, where no confirmation is possible. */
export const yesOption = (t: TFunction) => new Option('--yes', t('cli.options.yes'));

/** Renders example commands for the help, below the options, as wide as the terminal. */
export const examples =
  (...lines: string[]) =>
  (): string =>
    `\n${lines.map((line) => wrapCommand(line, process.stdout.columns ?? Number.POSITIVE_INFINITY)).join('\n')}`;

/** Format option for commands that show an interactive screen on a terminal unless a format is given. */
export const formatOptionUnset = (t: TFunction) =>
  new Option('--format <format>', t('cli.options.format')).choices(['table', 'json', 'csv']);

export const dryRunOption = (t: TFunction) => new Option('--dry-run', t('cli.options.dryRun'));

/** Parses a whole number of 1 to 999,999,999. Throws InvalidArgumentError. */
export function wholeNumber(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw misfit('number');
}

/** Parses tokens per month: a whole number from 0. */
export function tokenCount(value: string): number {
  const tokens = monthlyLimit.safeParse(/^\d+$/.test(value) ? Number(value) : null);
  if (tokens.success) return tokens.data;
  throw misfit('count');
}

/** Parses a month as `YYYY-MM`. */
export function month(value: string): string {
  if (isMonth(value)) return value;
  throw misfit('month');
}

/** Parses a calendar day as `YYYY-MM-DD`. */
export function day(value: string): string {
  const instant = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(instant) && new Date(instant).toISOString().startsWith(value)) return value;
  throw misfit('day');
}
