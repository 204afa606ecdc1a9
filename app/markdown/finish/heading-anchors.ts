import GithubSlugger, { slug } from 'github-slugger';
import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { findCustomId } from '#app/markdown/finish/custom-heading-id.ts';
import type { GatheredElements } from '#app/markdown/finish/gather-elements.ts';
import { FOREIGN_PREFIX } from '#app/markdown/tree/sanitize-schema.ts';

/** Prefix of heading ids: a heading named "Cookie" must not shadow `document.cookie`. */
export const HEADING_PREFIX = 'h-';
const SLUG_OF_SIGNS_ONLY = 'section';

/** An entry of the table of contents; `id` includes the prefix. */
export interface OutlineEntry {
  depth: 1 | 2 | 3 | 4 | 5 | 6;
  id: string;
  text: string;
}

/** Returns the fragment of the first heading of this text, as an author writes it. */
export function fragmentOf(heading: string): string {
  return encodeURIComponent(slug(heading) || SLUG_OF_SIGNS_ONLY);
}

/** Removes the last `length` characters of an element's text, across nested markup. */
function cutEnd(element: Element, length: number): void {
  let left = length;
  for (let last = element.children.at(-1); last !== undefined && left > 0; last = element.children.at(-1)) {
    const whole = textOf(last).length;
    if (whole > left && last.type === 'text') last.value = last.value.slice(0, whole - left);
    else if (whole > left && last.type === 'element') cutEnd(last, left);
    else element.children.pop();
    left -= whole;
  }
}

/** Creates a self-link hidden from screen readers and the tab order, as one per heading would be noise. */
function anchorTo(id: string): Element {
  return {
    type: 'element',
    tagName: 'a',
    properties: { className: ['anchor'], href: `#${id}`, ariaHidden: 'true', tabIndex: -1 },
    children: [],
  };
}

function takeCustomId(element: Element): string | null {
  const whole = textOf(element);
  const custom = findCustomId(whole);
  if (custom === null) return null;
  cutEnd(element, whole.length - custom.text.length);
  return custom.id;
}

/**
 * Assigns ids to headings (GitHub's rules, own prefix, unique in the page). Returns the outline and a map from an
 * author's fragment to the id: `#intro` → `h-intro`.
 */
export function identifyHeadings(headings: GatheredElements['headings']): {
  outline: OutlineEntry[];
  targets: Map<string, string>;
} {
  const slugger = new GithubSlugger();
  const outline: OutlineEntry[] = [];
  const targets = new Map<string, string>();
  for (const { element } of headings) {
    const custom = takeCustomId(element);
    const text = textOf(element).replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    const name = custom ?? text;
    const ownSlug = slugger.slug(slug(name) === '' ? SLUG_OF_SIGNS_ONLY : name);
    const id = HEADING_PREFIX + ownSlug;
    const { id: foreignId } = element.properties;
    targets.set(ownSlug, id);
    if (custom !== null && !targets.has(custom)) targets.set(custom, id);
    if (typeof foreignId === 'string') targets.set(foreignId.slice(FOREIGN_PREFIX.length), id);
    element.properties.id = id;
    outline.push({ depth: Number(element.tagName[1]) as OutlineEntry['depth'], id, text });
  }
  return { outline, targets };
}

/** Adds a self-link to every heading, except inside a link: browsers cannot nest links. */
export function anchorHeadings(headings: GatheredElements['headings']): void {
  for (const { element, inLink } of headings) {
    const { id } = element.properties;
    if (!inLink && typeof id === 'string' && id.startsWith(HEADING_PREFIX)) element.children.push(anchorTo(id));
  }
}
