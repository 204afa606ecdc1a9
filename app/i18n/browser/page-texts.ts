import type { TFunction } from 'i18next';

let current: TFunction | null = null;

/** Sets the page's texts for code outside components. Runs before hydration. */
export function setPageTexts(t: TFunction): void {
  current = t;
}

export function pageTexts(): TFunction {
  if (!current) throw new Error('The texts of the page are not there yet');
  return current;
}
