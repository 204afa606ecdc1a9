import type { TFunction } from 'i18next';
import type { Language } from '#app/i18n/language.ts';
import { isolated } from '#app/i18n/right-to-left.ts';
import { translator } from '#app/i18n/translations.ts';

type Values = Record<string, unknown>;

/**
 * Returns the translator for mails. It isolates right-to-left names and titles, so that they do not reorder the
 * sentence.
 */
export function mailTexts(lng: Language): TFunction {
  const t = translator(lng) as (key: string, values?: Values) => string;
  const apart = (value: unknown) => (typeof value === 'string' ? isolated(value) : value);
  const texts = (key: string, values?: Values) =>
    values ? t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, apart(value)]))) : t(key);
  return texts as TFunction;
}
