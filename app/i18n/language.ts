/** The interface languages by their native names. A new language needs a line here and a file in `public/locales/`. */
export const LANGUAGE_NAMES = { en: 'English', zh: '中文' } as const;

export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]];
/** Keeps a browser's choice, as a plain string. */
export const LANGUAGE_COOKIE = 'i18next';
export const FALLBACK_LANGUAGE: Language = 'en';

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGE_NAMES, value);
}

/**
 * Returns the best interface language of an Accept-Language header (`zh-CN,zh;q=0.9,en;q=0.8`), or null. Regions are
 * ignored.
 */
export function acceptedLanguage(header: string | null | undefined): Language | null {
  const ranges = (header ?? '').split(',', 20).map((range) => {
    const [tag = '', ...parameters] = range.trim().split(';');
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
    return { language: tag.split('-')[0]!.toLowerCase(), quality: Number(quality ?? 1) };
  });
  const accepted = ranges.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality);
  return accepted.map(({ language }) => language).find(isLanguage) ?? null;
}
