import type { RouterContextProvider } from 'react-router';
import { getTexts } from '#app/http/locale.ts';
import { dressBody } from '#app/services/documents/dress-body.ts';

/** What KaTeX writes around each formula; its style sheet and fonts are asked for by pages that have one. */
const FORMULA = '<span class="katex">';

type DressedBody = { html: string; hasMaths: boolean };

/** The HTML of a text as the page shows it, in its language; boxes of tasks are buttons where they may be ticked. */
export function dressedBody(context: Readonly<RouterContextProvider>, html: string, canTick: boolean): DressedBody {
  const t = getTexts(context);
  const alertTitles = {
    note: t('reading.alerts.note'),
    tip: t('reading.alerts.tip'),
    important: t('reading.alerts.important'),
    warning: t('reading.alerts.warning'),
    caution: t('reading.alerts.caution'),
  };
  return { html: dressBody(html, { alertTitles, canTick }), hasMaths: html.includes(FORMULA) };
}
