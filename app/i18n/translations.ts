import { createInstance, type i18n, type TFunction } from 'i18next';
import { cachedTranslator } from '#app/i18n/cached-translator.ts';
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#app/i18n/language.ts';

type Resources = Record<Language, { translation: Record<string, unknown> }>;

const load = async (lng: Language) =>
  (await import(`../../public/locales/${lng}.json`, { with: { type: 'json' } })).default;

/** The translations of every language, as i18next takes them. */
export const resources = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (lng) => [lng, { translation: await load(lng) }])),
) as Resources;

const instances = new Map<Language, i18n>();

/** The i18next instance of a language. Server code shares one a language; its language never changes. */
export function translations(lng: Language): i18n {
  const known = instances.get(lng);
  if (known) return known;
  const instance = createInstance();
  // English stands in for a key that the language lacks.
  const options = { lng, resources, fallbackLng: FALLBACK_LANGUAGE, interpolation: { escapeValue: false } };
  instance.init({ ...options, initAsync: false });
  instances.set(lng, instance);
  return instance;
}

export function translator(lng: Language): TFunction {
  return cachedTranslator(translations(lng));
}
