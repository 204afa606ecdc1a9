/** A link start tag as `finishHtml` prints it: double-quoted, escaped values. */
const LINK_TAG = /<a(?:\s+[^\s=>"<]+(?:="[^"]*")?)*\s*>/g;
const HREF = /\shref="([^"]*)"/;
const DOCUMENT = /^\/doc\/([^"/?#]+)(\?[^"#]*)?(#[^"]*)?$/;

/**
 * Returns the document of this installation that a link refers to, `private` for its subpages; null for any other
 * address.
 */
function documentOf(href: string, origin: string | null): { id: string; fragment: string } | 'private' | null {
  const path = origin && href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
  if (!path.startsWith('/doc/')) return null;
  const found = DOCUMENT.exec(path);
  // Subpages such as edit and history require an account.
  return found ? { id: found[1]!, fragment: found[3] ?? '' } : 'private';
}

/**
 * Returns the ids of all documents linked in rendered HTML. `origin` is the prefix of absolute links to this
 * installation.
 */
export function documentsLinkedIn(html: string, origin: string | null): string[] {
  const ids = new Set<string>();
  for (const [tag] of html.matchAll(LINK_TAG)) {
    const target = documentOf(HREF.exec(tag)?.[1] ?? '', origin);
    if (target && target !== 'private') ids.add(target.id);
  }
  return [...ids];
}

/**
 * Rewrites links to documents with `address`; for null removes the link and keeps its text. For HTML printed by
 * `finishHtml`.
 */
export function pointDocumentLinks(
  html: string,
  origin: string | null,
  address: (id: string) => string | null,
): string {
  return html.replace(LINK_TAG, (tag) => {
    const target = documentOf(HREF.exec(tag)?.[1] ?? '', origin);
    if (!target) return tag;
    const to = target === 'private' ? null : address(target.id);
    const fragment = target === 'private' ? '' : target.fragment;
    return tag.replace(HREF, () => (to === null ? '' : ` href="${to}${fragment}"`));
  });
}
