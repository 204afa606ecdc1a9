import type { i18n, TFunction } from 'i18next';
import { useContext } from 'react';
import { I18nContext } from 'react-i18next';

const plainTexts = new WeakMap<i18n, TFunction>();

/**
 * The texts of the page's language. `useTranslation` makes a wrapper and a subscription in every component that calls
 * it; a page never changes its language without loading again, so the instance of the provider is enough. A text
 * without values is looked up once.
 */
export function useTexts(): TFunction {
  const { i18n } = useContext(I18nContext);
  const known = plainTexts.get(i18n);
  if (known) return known;
  const texts = new Map<string, string>();
  const remember = (key: string) => {
    const text = i18n.t(key as 'form.save');
    texts.set(key, text);
    return text;
  };
  const t = (key: string, values?: Record<string, string>) =>
    values ? i18n.t(key as 'form.save', values) : (texts.get(key) ?? remember(key));
  plainTexts.set(i18n, t as TFunction);
  return t as TFunction;
}

export function useLanguage(): string {
  return useContext(I18nContext).i18n.language;
}
