import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FALLBACK_LANGUAGE, LANGUAGES } from '#app/i18n/language.ts';

const FOLDER = join(import.meta.dirname, '../../public/locales');
const PLURAL = /_(zero|one|two|few|many|other)$/;

const TOUCHING =
  /[\u4e00-\u9fff](?:[A-Za-z\d`]|--|\{\{(?:count|email)\b)|(?:[A-Za-z\d`]|\{\{(?:count|email)\}\})[\u4e00-\u9fff]/;

/** Punctuation of Chinese texts that has another form, and what to write instead. Addresses keep theirs. */
const PUNCTUATION: [RegExp, string][] = [
  [/[“”]/, 'quotes with “” instead of 「」'],
  [/您/, 'says 您 instead of 你'],
  [/……/, 'has …… instead of …'],
  [/[\u4e00-\u9fff」）][,:;?!]/, 'has half-width punctuation after a Chinese character'],
];
const ADDRESS = /\w+:\/\/[^\s，。；]+/g;

type Tree = { [key: string]: string | Tree };
type Texts = Map<string, string>;

/** Returns the differences of a language from the fallback language, one per line: keys, plural forms, placeholders. */
export function compareTexts(lng: string, texts: Tree, fallback: Tree): string[] {
  const [own, wanted] = [flatten(texts), flatten(fallback)];
  const forms = new Intl.PluralRules(lng).resolvedOptions().pluralCategories;
  const keys = new Set([...wanted.keys()].map(base));
  const missing = [...keys].flatMap((key) => missingForms(key, own, wanted, forms));
  const extra = [...own.keys()].filter((key) => !keys.has(base(key))).map((key) => `${lng}: ${key} is not in English`);
  return [...missing.map((key) => `${lng}: ${key} is missing`), ...extra, ...placeholderProblems(lng, own, wanted)];
}

const base = (key: string) => key.replace(PLURAL, '');

function missingForms(key: string, own: Texts, wanted: Texts, forms: string[]): string[] {
  if (wanted.has(key)) return own.has(key) ? [] : [key];
  return forms.map((form) => `${key}_${form}`).filter((each) => !own.has(each));
}

function placeholderProblems(lng: string, own: Texts, wanted: Texts): string[] {
  return [...own].flatMap(([key, text]) => {
    const reference = wanted.get(key) ?? wanted.get(`${base(key)}_other`);
    if (reference === undefined) return [];
    const [has, needs] = [placeholders(text), placeholders(reference)];
    return has === needs ? [] : [`${lng}: ${key} has the placeholders ${has || 'none'} instead of ${needs || 'none'}`];
  });
}

/**
 * Returns the Chinese texts in which a Latin word, a number or its placeholder touches a Chinese character: not every
 * browser, and no terminal or mail program, spaces scripts by itself.
 */
export function findTouchingScripts(texts: Tree): string[] {
  return [...flatten(texts)]
    .filter(([, text]) => TOUCHING.test(text))
    .map(([key]) => `zh: ${key} lacks a space between scripts`);
}

/** Returns the Chinese texts with punctuation of another style, one problem per line. */
export function findForeignPunctuation(texts: Tree): string[] {
  return [...flatten(texts)].flatMap(([key, text]) =>
    PUNCTUATION.filter(([pattern]) => pattern.test(text.replace(ADDRESS, ''))).map(
      ([, fault]) => `zh: ${key} ${fault}`,
    ),
  );
}

const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort().join(' ');

function flatten(tree: Tree, prefix = ''): Texts {
  const entries = Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

export function checkLocales(): string[] {
  const read = (lng: string) => JSON.parse(readFileSync(join(FOLDER, `${lng}.json`), 'utf8')) as Tree;
  const fallback = read(FALLBACK_LANGUAGE);
  const files = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ''));
  const undeclared = files.filter((name) => !LANGUAGES.some((lng) => lng === name));
  return [
    ...undeclared.map((name) => `${name}.json is no language of app/i18n/language.ts`),
    ...LANGUAGES.flatMap((lng) => compareTexts(lng, read(lng), fallback)),
    ...findTouchingScripts(read('zh')),
    ...findForeignPunctuation(read('zh')),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const problems = checkLocales();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
