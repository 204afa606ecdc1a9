import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { byId, findElement, findElements, hasClass, linksBelow } from '#app/markdown/foreign/find-elements.ts';
import { NO_FACTS, type PageFacts } from '#app/markdown/foreign/page-facts.ts';

const ALERTS: Record<string, string> = { information: 'NOTE', tip: 'TIP', note: 'WARNING', warning: 'CAUTION' };
const DATE = /(?:[A-Z][a-z]{2} \d{1,2}, \d{4})|(?:\d{1,2} [A-Z][a-z]{2,8} \d{4})|(?:\d{4}-\d\d-\d\d)/;

/**
 * Reduces a page of Confluence's HTML export to its text and attachments. Returns its title and metadata; null for any
 * other page.
 */
export function takeConfluencePage(page: Root): { facts: PageFacts; title: string } | null {
  const main = byId(page, 'main-content');
  const heading = byId(page, 'title-text');
  if (!main || !heading || !byId(page, 'main-header')) return null;
  const breadcrumbs = byId(page, 'breadcrumbs');
  const metadata = findElement(page, (element) => hasClass(element, 'page-metadata'));
  const isSpace = !breadcrumbs && findElement(page, (element) => hasClass(element, 'pageSection')) !== null;
  const attachments = isSpace ? null : attachmentsOf(page);
  const facts: PageFacts = {
    ...NO_FACTS,
    parent: breadcrumbs ? (linksBelow(breadcrumbs).at(-1) ?? null) : null,
    order: isSpace ? linksBelow(page) : [],
    author: metadata && authorOf(metadata),
    updatedAt: metadata && dateOf(textOf(metadata)),
  };
  const words = textOf(heading).replace(/\s+/g, ' ').trim();
  // "Space : Page"
  const title = words.slice(words.indexOf(' : ') < 0 ? 0 : words.indexOf(' : ') + 3);
  for (const pre of findElements(main, ({ tagName }) => tagName === 'pre')) asCode(pre);
  for (const panel of findElements(main, (element) => hasClass(element, 'confluence-information-macro')))
    asAlert(panel);
  page.children = [main, ...(attachments ? [attachments] : [])];
  return { facts, title };
}

function authorOf(metadata: Element): string | null {
  const author = findElement(metadata, (element) => hasClass(element, 'author'));
  return (author && textOf(author).trim()) || null;
}

function dateOf(words: string): string | null {
  const found = words.match(new RegExp(DATE, 'g'))?.at(-1);
  const instant = found ? Date.parse(`${found} UTC`) : Number.NaN;
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

/** Returns the attachment list below the page's text. */
function attachmentsOf(page: Root): Element | null {
  const heading = byId(page, 'attachments');
  const section =
    heading &&
    findElement(
      page,
      (element) => hasClass(element, 'pageSection') && findElement(element, (inner) => inner === heading) !== null,
    );
  if (!section) return null;
  const links = findElements(section, ({ tagName }) => tagName === 'a').filter(({ properties }) => properties.href);
  const items = links.map((link): Element => ({ type: 'element', tagName: 'li', properties: {}, children: [link] }));
  return items.length > 0 ? { type: 'element', tagName: 'ul', properties: {}, children: items } : null;
}

/** Converts `<pre data-syntaxhighlighter-params="brush: java; …">` to a code block in that language. */
function asCode(pre: Element): void {
  const { dataSyntaxhighlighterParams: params } = pre.properties;
  const [, language = ''] = /brush:\s*([\w+#-]+)/.exec(typeof params === 'string' ? params : '') ?? [];
  const code: Element = {
    type: 'element',
    tagName: 'code',
    properties: language && language !== 'plain' ? { className: [`language-${language}`] } : {},
    children: [{ type: 'text', value: textOf(pre) }],
  };
  pre.children = [code];
}

function asAlert(panel: Element): void {
  const [, kind = ''] =
    /confluence-information-macro-(information|tip|note|warning)/.exec(String(panel.properties.className)) ?? [];
  const marker: Element = {
    type: 'element',
    tagName: 'p',
    properties: {},
    children: [{ type: 'text', value: `[!${ALERTS[kind] ?? 'NOTE'}]` }],
  };
  const inside = panel.children.filter(
    (child: ElementContent) => child.type !== 'element' || !/icon/.test(String(child.properties.className)),
  );
  Object.assign(panel, { tagName: 'blockquote', properties: {}, children: [marker, ...inside] });
}
