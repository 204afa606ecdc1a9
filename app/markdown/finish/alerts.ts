import type { Element } from 'hast';

const KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type AlertKind = (typeof KINDS)[number];
/** Placeholders in the stored HTML, which is the same for all readers. Pages replace them with localized titles. */
export const ALERT_TITLES: Record<AlertKind, string> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
};
const marker = new RegExp(`^\\[!(${KINDS.join('|')})\\][ \\t]*(?:\\n|$)`, 'i');

function titleOf(kind: AlertKind): Element {
  const text = { type: 'text' as const, value: ALERT_TITLES[kind] };
  return {
    type: 'element',
    tagName: 'p',
    properties: { className: ['alert-title'], dataAlert: kind },
    children: [text],
  };
}

function takeMarker(paragraph: Element): AlertKind | null {
  const [first, second] = paragraph.children;
  if (first?.type !== 'text') return null;
  const match = marker.exec(first.value);
  if (match === null) return null;
  first.value = first.value.slice(match[0].length);
  if (first.value === '') paragraph.children.shift();
  if (first.value === '' && second?.type === 'element' && second.tagName === 'br') paragraph.children.shift();
  return match[1]!.toLowerCase() as AlertKind;
}

/** Turns quotes that begin with `[!NOTE]` and similar markers into titled alerts, as on GitHub. */
export function makeAlerts(quotes: Element[]): void {
  for (const quote of quotes) {
    const at = quote.children.findIndex(({ type }) => type === 'element');
    const paragraph = quote.children[at];
    if (paragraph?.type !== 'element' || paragraph.tagName !== 'p') continue;
    const kind = takeMarker(paragraph);
    if (kind === null) continue;
    const rest = paragraph.children.length === 0 ? quote.children.toSpliced(at, 1) : quote.children;
    quote.tagName = 'div';
    quote.properties = { className: ['alert', `alert-${kind}`], role: 'note' };
    quote.children = [titleOf(kind), ...rest];
  }
}
