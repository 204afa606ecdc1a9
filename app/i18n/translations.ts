import { createInstance, type i18n, type TFunction } from 'i18next';
import { cachedTranslator } from '#app/i18n/cached-translator.ts';
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#app/i18n/language.ts';

type Resources = Record<Language, { translation: Record<string, unknown> }>;

const load = async (lng: Language) =>
  (await import(`../../public/locales/${lng}.json`, { with: { type: 'json' } })).default;

/** Translations of every language in i18next's format. */
export const resources = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (lng) => [lng, { translation: await load(lng) }])),
) as Resources;

/** Values of every text, besides those given to it. */
const ALWAYS_GIVEN = { installation: 'Arbor' };

/** Sets the installation's name for texts of server and CLI. Called once at the start of a process. */
export function nameInstallation(name: string): void {
  ALWAYS_GIVEN.installation = name;
}

const instances = new Map<Language, i18n>();

/** Returns the i18next instance of a language, shared by server code. Its language must not change. */
export function translations(lng: Language): i18n {
  const known = instances.get(lng);
  if (known) return known;
  const instance = createInstance();
  const interpolation = { escapeValue: false, defaultVariables: ALWAYS_GIVEN };
  // Missing keys fall back to English.
  const options = { lng, resources, fallbackLng: FALLBACK_LANGUAGE, interpolation };
  instance.init({ ...options, initAsync: false });
  instances.set(lng, instance);
  return instance;
}

export function translator(lng: Language): TFunction {
  return cachedTranslator(translations(lng));
}
