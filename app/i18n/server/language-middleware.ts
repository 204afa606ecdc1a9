import type { i18n, TFunction } from 'i18next';
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router';
import { createI18nextMiddleware } from 'remix-i18next';
import { config } from '#app/config.server.ts';
import { cookiesContext, YEAR_SECONDS } from '#app/http/request/cookies.ts';
import { sessionContext } from '#app/http/session/session.ts';
import { cachedTranslator } from '#app/i18n/cached-translator.ts';
import {
  acceptedLanguage,
  FALLBACK_LANGUAGE,
  isLanguage,
  LANGUAGE_COOKIE,
  LANGUAGES,
  type Language,
} from '#app/i18n/language.ts';
import { resources } from '#app/i18n/translations.ts';
import { setLanguage } from '#app/services/accounts/set-language.ts';

type Context = Readonly<RouterContextProvider>;

// Order: `?lng=`, the cookie, Accept-Language, `DEFAULT_LANGUAGE`. The cookie is parsed here because it is a plain string; React
// Router expects JSON in base64.
const [detectLanguage, , detectedTexts] = createI18nextMiddleware({
  detection: {
    supportedLanguages: LANGUAGES,
    fallbackLanguage: FALLBACK_LANGUAGE,
    order: ['custom'],
    findLocale: async ({ request, context }) =>
      chosenLanguage(request, context) ??
      acceptedLanguage(request.headers.get('Accept-Language')) ??
      config().defaultLanguage,
  },
  i18next: { resources, initAsync: false, interpolation: { escapeValue: false }, showSupportNotice: false } as object,
});

const textsContext = createContext<i18n>();
const askedContext = createContext<Language | null>(null);
const known = new Map<string, i18n>();
const KNOWN_MAX = 500;

/**
 * Provides the texts of this request. remix-i18next initializes an i18next instance per request. As languages never
 * change here, requests of one language share an instance.
 */
export const textsMiddleware: MiddlewareFunction<Response> = async (args, next) => {
  const { request, context } = args;
  const header = request.headers.get('Accept-Language');
  const chosen = chosenLanguage(request, context);
  context.set(askedContext, chosen ?? acceptedLanguage(header));
  const asked = chosen ?? `header ${header}`;
  const shared = known.get(asked);
  if (shared) {
    context.set(textsContext, shared);
    return next();
  }
  return (await detectLanguage(args, () => {
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(asked, detectedTexts(context));
    context.set(textsContext, detectedTexts(context));
    return next();
  })) as Response;
};

function chosenLanguage(request: Request, context: Context): Language | null {
  const asked = new URL(request.url).searchParams.get('lng');
  if (isLanguage(asked)) return asked;
  const kept = context.get(cookiesContext).get(LANGUAGE_COOKIE);
  return isLanguage(kept) ? kept : null;
}

/** Stores `?lng=` as a choice, in the cookie and the account. */
export const keepLanguageMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const asked = new URL(request.url).searchParams.get('lng');
  if (isLanguage(asked)) await chooseLanguage(context, asked);
  return next();
};

export async function chooseLanguage(context: Context, lng: Language): Promise<void> {
  context.get(cookiesContext).set(LANGUAGE_COOKIE, lng, { maxAge: YEAR_SECONDS, httpOnly: false });
  const { session } = context.get(sessionContext);
  if (session) await setLanguage(session.actor, lng);
}

/** Returns the language that the request asks for, by choice or by browser; null if it names none of ours. */
export const findAskedLanguage = (context: Context): Language | null => context.get(askedContext);

export function getI18n(context: Context): i18n {
  return context.get(textsContext);
}

export function getLanguage(context: Context): Language {
  return getI18n(context).language as Language;
}

export function getTexts(context: Context): TFunction {
  return cachedTranslator(getI18n(context));
}
