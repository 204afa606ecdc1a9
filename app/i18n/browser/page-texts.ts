import type { i18n, TFunction } from 'i18next';

let current: i18n | null = null;

/** Sets the page's texts for code outside components. Runs before hydration. */
export function setPageTexts(texts: i18n): void {
  current = texts;
}

export function pageTexts(): TFunction {
  if (!current) throw new Error('The texts of the page are not there yet');
  return current.t;
}
