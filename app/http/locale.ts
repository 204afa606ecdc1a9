import type { TFunction } from 'i18next';
import type { MiddlewareFunction, RouterContextProvider } from 'react-router';
import { createI18nextMiddleware } from 'remix-i18next';
import { cookiesContext, YEAR_SECONDS } from '#app/http/cookies.ts';
import { sessionContext } from '#app/http/session.ts';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGES, type Language, resources } from '#app/locales.ts';
import { setLanguage } from '#app/services/accounts/set-language.ts';

const LANGUAGE_COOKIE = 'i18next';

type Context = Readonly<RouterContextProvider>;

// Order: `?lng=`, the cookie, Accept-Language, English. The cookie is a plain string, so it is read here and not by a
// React Router cookie, which would want JSON in base64.
const [detectLanguage, getLocale, getI18n] = createI18nextMiddleware({
  detection: {
    supportedLanguages: [...LANGUAGES],
    fallbackLanguage: FALLBACK_LANGUAGE,
    order: ['custom', 'header'],
    findLocale: async ({ request, context }) => chosenLanguage(request, context),
  },
  i18next: { resources, initAsync: false, interpolation: { escapeValue: false }, showSupportNotice: false } as object,
});

function chosenLanguage(request: Request, context: Context): Language | null {
  const asked = new URL(request.url).searchParams.get('lng');
  if (isLanguage(asked)) return asked;
  const kept = context.get(cookiesContext).get(LANGUAGE_COOKIE);
  return isLanguage(kept) ? kept : null;
}

/** `?lng=` is a choice: it is kept in the cookie and in the account. */
const keepLanguage: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const asked = new URL(request.url).searchParams.get('lng');
  if (isLanguage(asked)) await chooseLanguage(context, asked);
  return next();
};

export async function chooseLanguage(context: Context, lng: Language): Promise<void> {
  context.get(cookiesContext).set(LANGUAGE_COOKIE, lng, { maxAge: YEAR_SECONDS, httpOnly: false });
  const { session } = context.get(sessionContext);
  if (session) await setLanguage(session.actor, lng);
}

export const localeMiddleware = [detectLanguage, keepLanguage];

export function getLanguage(context: Context): Language {
  return getLocale(context) as Language;
}

export function getTexts(context: Context): TFunction {
  return getI18n(context).t;
}

export { getI18n };
