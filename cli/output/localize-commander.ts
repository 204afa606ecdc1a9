import { type Command, Help, type HelpConfiguration, type Option } from 'commander';
import type { TFunction } from 'i18next';
import { misfitText } from '#cli/output/misfit.ts';
import { textWidth } from '#cli/output/text-width.ts';
import { asWideAs, wrapText } from '#cli/output/wrap-text.ts';

/** Minimum width of a description beside its term, in columns; below that it is printed under the term. */
const DESCRIPTION_MIN = 20;
const INDENT = '      ';

/** Localizes Commander's own texts in help and messages. Call before commands are declared. */
export function localizeProgram(program: Command, t: TFunction): Command {
  return program
    .configureHelp({ showGlobalOptions: true, ...helpIn(t) })
    .configureOutput({ outputError: (text, write) => write(asWideAs(process.stderr, localizeMisuse(text, t))) })
    .helpOption('-h, --help', t('cli.words.help'))
    .helpCommand('help [command]', t('cli.words.help'));
}

function helpIn(t: TFunction): HelpConfiguration {
  const titles: Record<string, string> = {
    'Usage:': t('cli.words.usage'),
    'Arguments:': t('cli.words.arguments'),
    'Options:': t('cli.words.options'),
    'Global Options:': t('cli.words.globalOptions'),
    'Commands:': t('cli.words.commands'),
  };
  const placeholders: Record<string, string> = {
    '[options]': t('cli.words.anyOptions'),
    '[command]': t('cli.words.anyCommand'),
  };
  const word = (text: string) => placeholders[text] ?? text;
  return {
    styleTitle: (title) => titles[title] ?? title,
    styleOptionText: word,
    styleSubcommandText: word,
    styleArgumentText: word,
    optionDescription: (option) => described(option, t),
    argumentDescription: ({ description, argChoices }) => withFacts(description, choicesOf(argChoices, t), t),
    displayWidth: textWidth,
    minWidthToWrap: DESCRIPTION_MIN,
    boxWrap: wrapText,
    formatItem,
    formatHelp,
  };
}

function described({ description, argChoices, defaultValue, required, optional }: Option, t: TFunction): string {
  const hasDefault = defaultValue !== undefined && (required || optional);
  const value = hasDefault ? [t('cli.words.default', { value: String(defaultValue) })] : [];
  return withFacts(description, [...choicesOf(argChoices, t), ...value], t);
}

const choicesOf = (choices: readonly string[] | undefined, t: TFunction): string[] =>
  choices ? [t('cli.words.choices', { list: choices.join(t('cli.words.comma')) })] : [];

/** Adds up to two facts in brackets. Brackets of full width need no blank before them. */
function withFacts(description: string, [fact, more]: string[], t: TFunction): string {
  if (fact === undefined) return description;
  const facts = more === undefined ? t('cli.words.fact', { fact }) : t('cli.words.facts', { fact, more });
  return description && facts.startsWith('(') ? `${description} ${facts}` : description + facts;
}

function formatItem(this: Help, term: string, termWidth: number, description: string, helper: Help): string {
  const helpWidth = this.helpWidth ?? 80;
  if (!description || helpWidth - termWidth - 4 >= DESCRIPTION_MIN) {
    return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
  }
  const lines = wrapText(description, helpWidth - INDENT.length).split('\n');
  return [`  ${term}`, ...lines.map((line) => INDENT + line)].join('\n');
}

/** Wraps the usage, which Commander prints in one line, with a blank after any title. */
function formatHelp(this: Help, command: Command, helper: Help): string {
  const [usage = '', ...rest] = Help.prototype.formatHelp.call(this, command, helper).split('\n');
  const lines = wrapText(usage.replace('： ', '：'), (this.helpWidth ?? 80) - INDENT.length).split('\n');
  return [lines.join(`\n${INDENT}`), ...rest].join('\n');
}

/** Patterns of Commander's messages. Most are one line that ends with its own reason. */
const MISUSES = [
  [/^error: missing required argument '([\s\S]*)'$/, 'missingArgument'],
  [/^error: option '([\s\S]*)' argument missing$/, 'missingValue'],
  [/^error: required option '([\s\S]*)' not specified$/, 'missingOption'],
  [/^error: unknown option '([\s\S]*)'$/, 'unknownOption'],
  [/^error: unknown command '([\s\S]*)'$/, 'unknownCommand'],
  [/^error: too many arguments(?: for '([^']*)')?\. Expected \d+ arguments? but got \d+\.$/, 'tooMany'],
  [/^error: option '([^']*)' argument '([\s\S]*)' is invalid\. ?([\s\S]*)$/, 'wrongValue'],
  [/^error: command-argument value '([\s\S]*)' is invalid for argument '([^']*)'\. ?([\s\S]*)$/, 'wrongArgument'],
] as const;

const SUGGESTION = /\n\(Did you mean (?:one of )?(.*)\?\)$/;
const CHOICES = /^Allowed choices are (.*)\.$/;

/** Translates a message of Commander; returns unknown ones unchanged. */
export function localizeMisuse(message: string, t: TFunction): string {
  const text = message.trimEnd();
  const [, names] = SUGGESTION.exec(text) ?? [];
  const line = text.replace(SUGGESTION, '');
  for (const [pattern, key] of MISUSES) {
    const [, name, value, reason] = pattern.exec(line) ?? [];
    if (!pattern.test(line)) continue;
    const said = t(`cli.misuse.${key}`, { name: name ?? '', value: value ?? '', reason: reasonIn(reason ?? '', t) });
    return `${said.trimEnd()}${names ? `\n${t('cli.misuse.didYouMean', { names })}` : ''}\n`;
  }
  return message;
}

function reasonIn(reason: string, t: TFunction): string {
  const [, choices] = CHOICES.exec(reason) ?? [];
  return choices ? t('cli.misuse.choices', { choices }) : misfitText(reason, t);
}
