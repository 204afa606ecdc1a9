// Converts what the reading pages of Arbor add to the HTML of Markdown: boxes, alerts, toggles, formulas, cards, notes.

import { inward } from '#app/address/base-path.ts';

/** An element that is written as the Markdown in its `data-text`. */
export const VERBATIM = 'x-markdown';
/** A footnote, whose label is its `data-label`. */
export const NOTE = 'x-note';
/** Inline elements that Markdown writes as HTML. */
const KEPT_TAGS = 'mark, kbd, sub, sup, u, ins, small';
const HEADING_PREFIX = /(?<=#)h-/;

/** The text in it is not written: spaces beside an empty element would merge. */
function verbatim(text: string, page: Document): HTMLElement {
  const element = page.createElement(VERBATIM);
  element.dataset.text = text;
  element.textContent = 'x';
  return element;
}

function paragraphOf(...content: Node[]): HTMLElement {
  const paragraph = content[0]!.ownerDocument!.createElement('p');
  paragraph.append(...content);
  return paragraph;
}

const elements = (page: Document, selector: string) => page.querySelectorAll<HTMLElement>(selector);
const isInCell = (element: Element) => element.closest('td, th') !== null;

function makeBoxes(page: Document): void {
  for (const button of elements(page, '[role=checkbox][aria-checked].task-checkbox')) {
    const box = page.createElement('input');
    box.type = 'checkbox';
    box.toggleAttribute('checked', button.ariaChecked === 'true');
    button.replaceWith(box);
  }
}

function makeAlerts(page: Document): void {
  for (const title of elements(page, '.alert > .alert-title[data-alert]')) {
    const alert = title.parentElement!;
    const quote = page.createElement('blockquote');
    const mark = `[!${title.dataset.alert?.toUpperCase()}]`;
    const first = title.nextElementSibling;
    title.remove();
    if (first?.matches('p')) first.prepend(verbatim(`${mark}\n`, page));
    else alert.prepend(paragraphOf(verbatim(mark, page)));
    quote.append(...alert.childNodes);
    alert.replaceWith(quote);
  }
}

/** Returns the tags and the text of a summary, which is HTML also in Markdown. */
function summaryHtml(summary: Element): string {
  const html = summary.cloneNode(true) as Element;
  for (const element of html.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) if (name !== 'href') element.removeAttribute(name);
  }
  return html.innerHTML.replace(/\s+/g, ' ').trim();
}

function makeToggles(page: Document): void {
  for (const details of elements(page, 'details')) {
    if (isInCell(details)) continue;
    const summary = details.querySelector(':scope > summary');
    const question = summary ? `<summary>${summaryHtml(summary)}</summary>` : '';
    summary?.remove();
    const opening = `<details${details.hasAttribute('open') ? ' open' : ''}>${question}`;
    details.prepend(paragraphOf(verbatim(opening, page)));
    details.append(paragraphOf(verbatim('</details>', page)));
    details.replaceWith(...details.childNodes);
  }
}

function makeFormulas(page: Document): void {
  for (const formula of elements(page, '[data-tex], code.math-inline')) {
    const tex = formula.dataset.tex ?? formula.textContent ?? '';
    if (formula.matches('.math-block')) {
      formula.replaceWith(paragraphOf(verbatim(`$$\n${tex}\n$$`, page)));
      continue;
    }
    const isMoney = tex.includes('$') || /^\d/.test(formula.nextSibling?.textContent ?? '');
    const dollars = isMoney ? '$$' : '$';
    const written = dollars + tex + dollars;
    formula.replaceWith(verbatim(isInCell(formula) ? written.replaceAll('|', '\\|') : written, page));
  }
}

/** Labels that the text has are not used again. References without a footnote are dropped. */
function makeNotes(page: Document, text: string): void {
  const labels = new Map<string, string>();
  for (const note of elements(page, 'section.footnotes > ol > li[id]')) {
    let label = labels.size + 1;
    while (text.includes(`[^${label}]`) || [...labels.values()].includes(`${label}`)) label += 1;
    labels.set(note.id, `${label}`);
    for (const back of note.querySelectorAll('a[data-footnote-backref]')) back.remove();
    const made = page.createElement(NOTE);
    made.dataset.label = `${label}`;
    made.append(...note.childNodes);
    note.closest('section')!.before(made);
    note.remove();
  }
  for (const section of elements(page, 'section.footnotes')) if (!section.querySelector('li')) section.remove();
  for (const link of page.querySelectorAll<HTMLAnchorElement>('sup > a[data-footnote-ref]')) {
    const label = labels.get(link.hash.slice(1));
    const written = label ? [verbatim(`[^${label}]`, page)] : [];
    link.parentElement!.replaceWith(...written);
  }
}

/** Returns an address of this site as a text of it writes it: a path, without the prefix of heading ids. */
function ownAddress(address: string): string {
  const url = URL.parse(address);
  if (address.startsWith('#')) return address.replace(HEADING_PREFIX, '');
  if (url?.origin !== location.origin) return address;
  const path = inward(url.pathname);
  const picture = path.startsWith('/pictures/') && url.searchParams.get('url');
  return picture || path + url.search + (path.startsWith('/doc/') ? url.hash.replace(HEADING_PREFIX, '') : url.hash);
}

function shortenAddresses(page: Document): void {
  for (const element of elements(page, 'a[href], img[src]')) {
    const name = element.matches('a') ? 'href' : 'src';
    element.setAttribute(name, ownAddress(element.getAttribute(name) ?? ''));
  }
}

/** Writes addresses without words of their own as they are, where Markdown recognises them. */
function bareAddresses(page: Document): void {
  for (const link of elements(page, 'a[href]')) {
    const address = link.getAttribute('href') ?? '';
    const [before, after] = [link.previousSibling?.textContent ?? '', link.nextSibling?.textContent ?? ''];
    const isApart = /(?:^|[\s(])$/.test(before) && /^(?:$|\s|[.,;:!?)]+(?:\s|$))/.test(after);
    if (/^https?:/i.test(address) && link.textContent === address && isApart) link.replaceWith(verbatim(address, page));
  }
}

function keepTags(page: Document): void {
  for (const element of elements(page, KEPT_TAGS)) {
    const [opening, closing] = [`<${element.localName}>`, `</${element.localName}>`];
    element.replaceWith(verbatim(opening, page), ...element.childNodes, verbatim(closing, page));
  }
}

/** Replaces the elements of a reading page. `text` is the document in which its content is pasted. */
export function tidyOwnPage(page: Document, text: string): void {
  for (const anchor of elements(page, 'a.anchor')) if (!anchor.textContent?.trim()) anchor.remove();
  for (const control of elements(page, 'button.code-copy')) control.remove();
  for (const address of elements(page, '.link-card .card-address'))
    address.closest('a')?.replaceChildren(...address.childNodes);
  makeBoxes(page);
  makeAlerts(page);
  makeToggles(page);
  makeFormulas(page);
  makeNotes(page, text);
  shortenAddresses(page);
  // Other pages have such elements for their looks.
  if (!isOwnCopy(page)) return;
  bareAddresses(page);
  keepTags(page);
}

/** Tests for what the reading page itself put in the clipboard (`app/features/document/browser/copy-blocks.ts`). */
export const isOwnCopy = (page: Document): boolean => page.querySelector('[data-arbor]') !== null;
