import en from '#locales/en.json' with { type: 'json' };
import zh from '#locales/zh.json' with { type: 'json' };

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
export const FALLBACK_LANGUAGE: Language = 'en';

export const resources = { en: { translation: en }, zh: { translation: zh } };

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}
