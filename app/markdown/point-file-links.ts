/** A link or image start tag as `finishHtml` prints it: double-quoted, escaped values. */
const TAG = /<(?:a|img)(?:\s+[^\s=>"<]+(?:="[^"]*")?)*\s*\/?>/g;
const FILE = /(\s(?:src|href)=")\/api\/files\/(c[a-z0-9]{23})(?=")/g;

/** Rewrites links to files of this installation; for HTML printed by `finishHtml`. */
export function pointFileLinks(html: string, address: (id: string) => string): string {
  if (!html.includes('/api/files/')) return html;
  return html.replace(TAG, (tag) => tag.replace(FILE, (_, start: string, id: string) => start + address(id)));
}
