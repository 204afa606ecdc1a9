import { createInstance, type i18n } from 'i18next';
import { FALLBACK_LANGUAGE, LANGUAGES, type Language, resources } from '#app/i18n/texts.ts';

const instances = new Map<Language, i18n>();

/** The texts of a public page; its language is a link, so no cookie and no account has a say. */
export function pageTexts(lng: Language): i18n {
  const known = instances.get(lng);
  if (known) return known;
  const made = createInstance();
  made.init({
    lng,
    resources,
    fallbackLng: FALLBACK_LANGUAGE,
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  instances.set(lng, made);
  return made;
}

/** `?lng=`, else the browser's, else English. */
export function pageLanguage(asked: string | null, accepted: string | undefined): Language {
  const wanted = [asked, ...acceptedLanguages(accepted)];
  return wanted.flatMap((each) => LANGUAGES.find((known) => known === each) ?? [])[0] ?? FALLBACK_LANGUAGE;
}

/** `zh-CN,zh;q=0.9,en;q=0.8` → zh, zh, en: the best first. */
function acceptedLanguages(header = ''): string[] {
  return header
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(Boolean);
      return { tag: tag.toLowerCase().split('-')[0]!, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
