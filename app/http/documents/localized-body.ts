import type { TFunction } from 'i18next';
import type { RouterContextProvider } from 'react-router';
import { getTexts } from '#app/i18n/server/language-middleware.ts';
import { dressBody } from '#app/services/documents/localize-html.ts';

/** What KaTeX writes around each formula; its style sheet and fonts are asked for by pages that have one. */
export const FORMULA = '<span class="katex">';

type DressedBody = { html: string; hasMaths: boolean };

/** The HTML of a text as the page shows it, in its language; boxes of tasks are buttons where they may be ticked. */
export function dressedBody(context: Readonly<RouterContextProvider>, html: string, canTick: boolean): DressedBody {
  const titles = alertTitles(getTexts(context));
  return { html: dressBody(html, { alertTitles: titles, canTick }), hasMaths: html.includes(FORMULA) };
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
