/** A start tag of a link as `finishHtml` prints it: every value in double quotes, which it contains only escaped. */
const LINK_TAG = /<a(?:\s+[^\s=>"]+(?:="[^"]*")?)*\s*>/g;
const HREF = /\shref="([^"]*)"/;
const DOCUMENT = /^\/doc\/([^"/?#]+)(\?[^"#]*)?(#[^"]*)?$/;

/** A link to a document of this installation; null for any other address. */
function documentOf(href: string, origin: string | null): { id: string; fragment: string } | 'private' | null {
  const path = origin && href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
  if (!path.startsWith('/doc/')) return null;
  const found = DOCUMENT.exec(path);
  // Editing, history and the like of a document are for people with an account.
  return found ? { id: found[1]!, fragment: found[3] ?? '' } : 'private';
}

/** The ids of all documents that rendered HTML links to. `origin` is what absolute links to this installation begin with. */
export function linkedDocuments(html: string, origin: string | null): string[] {
  const ids = new Set<string>();
  for (const [tag] of html.matchAll(LINK_TAG)) {
    const target = documentOf(HREF.exec(tag)?.[1] ?? '', origin);
    if (target && target !== 'private') ids.add(target.id);
  }
  return [...ids];
}

/**
 * Points links to documents elsewhere: to what `address` makes of the id, or nowhere (the words stay) where it is null.
 * For HTML that `finishHtml` printed.
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
    return tag.replace(HREF, to === null ? '' : ` href="${to}${target === 'private' ? '' : target.fragment}"`);
  });
}
