import { InvalidArgumentError, Option } from 'commander';
import type { TFunction } from 'i18next';
import { isMonth, monthlyLimit } from '#app/schemas/usage.ts';

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

/** For commands that show something livelier on a terminal unless a format is asked for. */
export const formatOptionUnset = (t: TFunction) =>
  new Option('--format <format>', t('cli.options.format')).choices(['table', 'json', 'csv']);

export const dryRunOption = (t: TFunction) => new Option('--dry-run', t('cli.options.dryRun'));

/** A whole number from 1. */
export function wholeNumber(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('≥ 1');
}

/** Tokens a month: a whole number from 0. */
export function tokenCount(value: string): number {
  const tokens = monthlyLimit.safeParse(/^\d+$/.test(value) ? Number(value) : null);
  if (tokens.success) return tokens.data;
  throw new InvalidArgumentError('≥ 0');
}

/** A month as `YYYY-MM`. */
export function month(value: string): string {
  if (isMonth(value)) return value;
  throw new InvalidArgumentError('YYYY-MM');
}

/** A day of the calendar as `YYYY-MM-DD`. */
export function day(value: string): string {
  const instant = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(instant) && new Date(instant).toISOString().startsWith(value)) return value;
  throw new InvalidArgumentError('YYYY-MM-DD');
}
