/** A start tag that shows or links something, as `finishHtml` prints it: every value in double quotes. */
const TAG = /<(?:a|img)(?:\s+[^\s=>"]+(?:="[^"]*")?)*\s*\/?>/g;
const FILE = /(\s(?:src|href)=")\/api\/files\/(c[a-z0-9]{23})(?=")/g;

/** Points links to files of this installation elsewhere; for HTML that `finishHtml` printed. */
export function pointFileLinks(html: string, address: (id: string) => string): string {
  if (!html.includes('/api/files/')) return html;
  return html.replace(TAG, (tag) => tag.replace(FILE, (_, start: string, id: string) => start + address(id)));
}
