import type { InitOptions } from 'i18next';
import { loadTexts } from '#app/i18n/browser/load-texts.ts';
import { FALLBACK_LANGUAGE } from '#app/i18n/language.ts';

type Texts = Record<string, unknown>;
type Report = (lng: string, namespace: string, key: string) => void;

/** Returns i18next options for development: a missing text falls back to English, and its key is reported. */
export async function developmentOptions(lng: string, texts: Texts, report: Report): Promise<InitOptions> {
  const english = lng === FALLBACK_LANGUAGE ? texts : await loadTexts(FALLBACK_LANGUAGE);
  return {
    fallbackLng: FALLBACK_LANGUAGE,
    resources: { [FALLBACK_LANGUAGE]: { translation: english }, [lng]: { translation: texts } },
    saveMissing: true,
    saveMissingTo: 'current',
    missingKeyHandler: (lngs, namespace, key) => report(lngs[0] ?? lng, namespace, key),
  };
}
