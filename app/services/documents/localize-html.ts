import { escapeText } from '#app/markdown/escape-html.ts';
import { ALERT_TITLES, type AlertKind } from '#app/markdown/finish/alerts.ts';
import { signPictures } from '#app/services/files/foreign-picture-address.ts';

/** Form ids for task checkboxes (`app/features/document/task-forms.tsx`). */
export const TASK_FORMS = { tick: 'task-tick', clear: 'task-clear' } as const;

export type AlertTitles = Record<AlertKind, string>;
type Reader = {
  alertTitles: AlertTitles;
  /** True if task boxes are buttons; otherwise they only show their state. */
  canTick: boolean;
};

// Matches only the renderer's markup. Untrusted text cannot imitate it, as quotes in attributes and `<` in text are
// escaped.
const alertTitle = /(<p class="alert-title" data-alert="(\w+)">)\w+(?=<)/g;
const taskBox =
  /<input type="checkbox"( checked)? disabled class="task-checkbox" data-task="(\d+)" aria-labelledby="task-\d+"><span id="task-\d+">/g;

/** Localizes the stored HTML, which is the same for all readers, and signs its image addresses for the proxy. */
export function localizeHtml(html: string, { alertTitles, canTick }: Reader): string {
  let body = localizeAlerts(signPictures(html), alertTitles);
  if (canTick && body.includes('data-task="')) {
    body = body.replace(taskBox, (_, checked: string | undefined, index: string) =>
      taskButton(index, Boolean(checked)),
    );
  }
  return body;
}

/** Replaces only the titles of alerts, for pages that are read outside of the installation. */
export function localizeAlerts(html: string, titles: AlertTitles): string {
  if (!html.includes('data-alert="')) return html;
  return html.replace(alertTitle, (_, start: string, kind: string) => {
    return start + escapeText(titles[kind as AlertKind] ?? ALERT_TITLES[kind as AlertKind] ?? '');
  });
}

/**
 * Renders a button with the look and role of a checkbox, which submits its form without JavaScript. It has the id of
 * its task, so that browsers focus it on the redirect to `#task-3`.
 */
function taskButton(index: string, isChecked: boolean): string {
  const form = isChecked ? TASK_FORMS.clear : TASK_FORMS.tick;
  return `<button type="submit" form="${form}" name="index" value="${index}" role="checkbox" aria-checked="${isChecked}" class="task-checkbox" id="task-${index}" aria-labelledby="task-${index}-text"></button><span id="task-${index}-text">`;
}
