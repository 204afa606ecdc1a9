import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { classesOf, findElements, hasClass } from '#app/markdown/foreign/find-elements.ts';

const RULE = /\.([\w-]+)\s*\{([^{}]*)\}/g;
const LOOKS: [tagName: string, declaration: RegExp][] = [
  ['strong', /font-weight\s*:\s*(?:bold|[6-9]00)/],
  ['em', /font-style\s*:\s*italic/],
  ['del', /text-decoration\s*:[^;]*line-through/],
];
const HEADING = /^h[1-6]$/;

/**
 * Converts the classes of Google Docs' HTML to elements: bold, italic, strikethrough, title and subtitle. Replaces
 * Google's redirects in links by their destination. Leaves other pages unchanged.
 */
export function adaptGooglePage(page: Root): void {
  const links = findElements(page, ({ tagName }) => tagName === 'a');
  for (const link of links) unwrap(link);
  const styles = findElements(page, ({ tagName }) => tagName === 'style')
    .map(textOf)
    .join('\n');
  if (!/\.c\d+\s*\{/.test(styles)) return;
  const looks = looksIn(styles);
  for (const element of findElements(page, ({ tagName }) => tagName === 'span')) wrap(element, looks);
  for (const element of findElements(page, ({ tagName }) => tagName === 'p')) {
    if (hasClass(element, 'title')) element.tagName = 'h1';
    if (hasClass(element, 'subtitle')) element.tagName = 'h2';
  }
  // Headings are bold already.
  for (const heading of findElements(page, ({ tagName }) => HEADING.test(tagName))) plain(heading);
}

function unwrap({ properties }: Element): void {
  if (typeof properties.href !== 'string') return;
  const [, query] = /^https:\/\/www\.google\.com\/url\?(.*)$/.exec(properties.href) ?? [];
  const target = query && new URLSearchParams(query).get('q');
  if (target) properties.href = target;
}

function looksIn(styles: string): Map<string, string[]> {
  const looks = new Map<string, string[]>();
  for (const [, name = '', declarations = ''] of styles.matchAll(RULE)) {
    const tags = LOOKS.filter(([, declaration]) => declaration.test(declarations)).map(([tagName]) => tagName);
    if (tags.length > 0) looks.set(name, [...(looks.get(name) ?? []), ...tags]);
  }
  return looks;
}

function wrap(element: Element, looks: Map<string, string[]>): void {
  if (!textOf(element).trim()) return;
  const tags = new Set(classesOf(element).flatMap((name) => looks.get(name) ?? []));
  for (const tagName of tags) {
    element.children = [{ type: 'element', tagName, properties: {}, children: element.children }];
  }
}

function plain(element: Element): void {
  for (const strong of findElements(element, ({ tagName }) => tagName === 'strong')) strong.tagName = 'span';
}
