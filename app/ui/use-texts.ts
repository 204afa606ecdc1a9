import type { TFunction } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';

/**
 * The texts of the page's language. `useTranslation` makes a wrapper and a subscription in every component that calls
 * it; a page never changes its language without loading again, so the instance of the provider is enough.
 */
export function useTexts(): TFunction {
  return useContext(I18nContext).i18n.t;
}

export function useLanguage(): string {
  return useContext(I18nContext).i18n.language;
}
