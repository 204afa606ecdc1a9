import { type Translations, textAt } from '#app/i18n/browser/browser-texts.ts';
import { loadTexts } from '#app/i18n/browser/load-texts.ts';
import { FALLBACK_LANGUAGE } from '#app/i18n/language.ts';

type Report = (lng: string, namespace: string, key: string) => void;

/** Returns the texts for missing keys in development: English, or none for a key that is then reported. */
export async function developmentFallback(lng: string, texts: Translations, report: Report) {
  const english = lng === FALLBACK_LANGUAGE ? texts : await loadTexts(FALLBACK_LANGUAGE);
  return (key: string): string | undefined => {
    const text = textAt(english, key);
    if (text === undefined) report(lng, 'translation', key);
    return text;
  };
}
