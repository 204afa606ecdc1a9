import type { TFunction } from 'i18next';
import { createContext, useContext } from 'react';

/** The texts of a page. Changing the language reloads the page, so no component subscribes to a change. */
export type PageTexts = { language: string; t: TFunction };

const Context = createContext<PageTexts | null>(null);

export const TextsProvider = Context.Provider;

function usePageTexts(): PageTexts {
  const texts = useContext(Context);
  if (!texts) throw new Error('A page is rendered without texts');
  return texts;
}

export const useTexts = (): TFunction => usePageTexts().t;

export const useLanguage = (): string => usePageTexts().language;

/** Returns a function that writes a day, or the day of an instant in UTC, in the page's language. */
export function useDayText(): (day: string) => string {
  const format = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'medium', timeZone: 'UTC' });
  return (day) => format.format(new Date(day));
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/**
 * Returns the number format of the page's language. Cached, as creating a format costs more than using it a hundred
 * times.
 */
export function useNumberFormat(): Intl.NumberFormat {
  const lng = useLanguage();
  const format = numberFormats.get(lng) ?? new Intl.NumberFormat(lng);
  numberFormats.set(lng, format);
  return format;
}
