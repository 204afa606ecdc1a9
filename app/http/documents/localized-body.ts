import type { TFunction } from 'i18next';
import type { RouterContextProvider } from 'react-router';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import { localizeHtml } from '#app/services/documents/localize-html.ts';

/** KaTeX's wrapper of each formula; pages that contain it load its style sheet and fonts. */
export const FORMULA = '<span class="katex">';

type LocalizedBody = { html: string; hasMaths: boolean };

/** Returns a text's HTML localized to the page's language. Task checkboxes are buttons if `canTick`. */
export function localizedBody(context: Readonly<RouterContextProvider>, html: string, canTick: boolean): LocalizedBody {
  const titles = alertTitles(getTexts(context));
  return { html: localizeHtml(html, { alertTitles: titles, canTick }), hasMaths: html.includes(FORMULA) };
}

export function alertTitles(t: TFunction) {
  return {
    note: t('reading.alerts.note'),
    tip: t('reading.alerts.tip'),
    important: t('reading.alerts.important'),
    warning: t('reading.alerts.warning'),
    caution: t('reading.alerts.caution'),
  };
}
