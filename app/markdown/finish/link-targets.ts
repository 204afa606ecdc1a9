import { slug } from 'github-slugger';
import type { Element } from 'hast';
import { HEADING_PREFIX } from '#app/markdown/finish/heading-anchors.ts';
import { FOREIGN_PREFIX } from '#app/markdown/tree/sanitize-schema.ts';

/** Browsers treat `\\` like `//`. */
const leavesTheSite = /^(?:https?:|[\\/]{2})/i;
const toAnotherDocument = /^(\/doc\/[^#?/]+(?:\?[^#]*)?)#(.+)$/s;

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // An incomplete percent code is legal in a fragment and literal.
    return fragment;
  }
}

/** Adds author-defined targets (footnotes, `<a id>`); headings take precedence. */
export function addForeignTargets(targets: Map<string, string>, named: Element[]): void {
  for (const { properties } of named) {
    for (const id of [properties.id, properties.name]) {
      if (typeof id !== 'string' || !id.startsWith(FOREIGN_PREFIX)) continue;
      const written = id.slice(FOREIGN_PREFIX.length);
      if (!targets.has(written)) targets.set(written, id);
    }
  }
}

function followPrefix(href: string, targets: ReadonlyMap<string, string>): string {
  if (href.startsWith('#')) {
    const fragment = decodeFragment(href.slice(1));
    // As on GitHub, `#Some%20Heading` finds the heading with that text.
    const id = targets.get(fragment) ?? targets.get(fragment.toLowerCase()) ?? targets.get(slug(fragment));
    return id === undefined ? href : `#${id}`;
  }
  const other = toAnotherDocument.exec(href);
  if (other === null) return href;
  const fragment = decodeFragment(other[2] ?? '');
  const name = /[\s\p{Lu}]/u.test(fragment) ? slug(fragment) : fragment;
  return `${other[1]}#${fragment.startsWith(HEADING_PREFIX) ? fragment : HEADING_PREFIX + name}`;
}

/** Rewrites fragments to the prefixed ids, and prevents referrers and ranking credit for other sites. */
export function pointLinks(links: Element[], targets: ReadonlyMap<string, string>): void {
  for (const { properties } of links) {
    if (typeof properties.href !== 'string') continue;
    properties.href = followPrefix(properties.href, targets);
    if (leavesTheSite.test(properties.href)) properties.rel = ['noopener', 'noreferrer', 'nofollow'];
  }
}
