/** A destination in HTML: offsets between the quotes, `url` with character references resolved. */
export interface HtmlDestination {
  start: number;
  end: number;
  url: string;
}

/** Matches comments to skip them. */
const destination = /<!--[\s\S]*?(?:-->|$)|<(?:a|img)\b[^<>]*?\s(?:href|src)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/dgi;
const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

/** Finds destinations of quoted `<a href>` and `<img src>` attributes in raw HTML. */
export function htmlDestinations(html: string): HtmlDestination[] {
  const found: HtmlDestination[] = [];
  for (const match of html.matchAll(destination)) {
    const span = match.indices?.[1] ?? match.indices?.[2];
    if (span === undefined) continue;
    const [start, end] = span;
    const url = html.slice(start, end).replace(/&(amp|lt|gt|quot|#39|#x27);/gi, (_, name) => {
      return references[String(name).toLowerCase()] ?? '';
    });
    found.push({ start, end, url });
  }
  return found;
}
