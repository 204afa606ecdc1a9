import type { TFunction } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';
import { cachedTranslator } from '#app/i18n/cached-translator.ts';

/**
 * Returns the texts of the page's language. `useTranslation` would add a wrapper and a subscription to every component;
 * as pages reload to change their language, the provider's instance suffices.
 */
export function useTexts(): TFunction {
  return cachedTranslator(useContext(I18nContext).i18n);
}

export function useLanguage(): string {
  return useContext(I18nContext).i18n.language;
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
