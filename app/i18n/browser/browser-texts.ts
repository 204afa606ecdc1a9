import type { TFunction } from 'i18next';

/** Translations in i18next's format: nested objects whose leaves are texts. */
export type Translations = { readonly [key: string]: unknown };
type Values = Readonly<Record<string, unknown>>;
type Find = (key: string) => string | undefined;

/** `{{name}}`, or `{{name, number(style: unit; unit: hour)}}` with options of `Intl.NumberFormat`. */
const PLACEHOLDER = /\{\{(\w+)(?:, number(?:\(([^)]*)\))?)?\}\}/g;

/**
 * Returns `t` of i18next for one language, without i18next: its 13 KB would be a tenth of the scripts of a page. Knows
 * what the translations use: plurals by `count`, number formats and default values. A key without a text is asked of
 * `fallback` and else returned as it is.
 */
export function browserTexts(lng: string, translations: Translations, fallback: Find = () => undefined): TFunction {
  const texts = new Map<string, string | undefined>();
  const plurals = new Intl.PluralRules(lng);
  const find: Find = (key) => {
    if (!texts.has(key)) texts.set(key, textAt(translations, key));
    return texts.get(key);
  };
  const t = (key: string, values?: Values) => {
    const known = firstOf(formsOf(key, values?.count, plurals), find) ?? (values?.defaultValue as string | undefined);
    const text = known ?? fallback(key) ?? key;
    return values ? filledIn(lng, text, values) : text;
  };
  return t as TFunction;
}

/** Returns the text of a key like `form.save`; undefined if there is none. */
export function textAt(translations: Translations, key: string): string | undefined {
  let at: unknown = translations;
  for (const part of key.split('.')) at = (at as Translations | undefined)?.[part];
  return typeof at === 'string' ? at : undefined;
}

function firstOf(keys: string[], find: Find): string | undefined {
  for (const key of keys) {
    const text = find(key);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns the keys of a text in order of preference. As in i18next, a count that is a string chooses no plural. */
function formsOf(key: string, count: unknown, plurals: Intl.PluralRules): string[] {
  if (typeof count !== 'number') return [key];
  return [...(count === 0 ? [`${key}_zero`] : []), `${key}_${plurals.select(count)}`, key];
}

function filledIn(lng: string, text: string, values: Values): string {
  if (!text.includes('{{')) return text;
  return text.replace(PLACEHOLDER, (whole, name: string, options: string | undefined) => {
    const value = values[name];
    if (!whole.includes(', number')) return String(value ?? '');
    return new Intl.NumberFormat(lng, optionsOf(options)).format(Number(value));
  });
}

/** Parses `style: unit; unit: hour`. */
const optionsOf = (options = ''): Intl.NumberFormatOptions =>
  Object.fromEntries(
    options
      .split(';')
      .filter(Boolean)
      .map((option) => option.split(':').map((part) => part.trim())),
  );
