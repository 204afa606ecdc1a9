/** A destination in HTML; offsets of what stands between the quotes, `url` with its character references resolved. */
export interface HtmlDestination {
  start: number;
  end: number;
  url: string;
}

/** Comments are matched to be passed over. */
const destination = /<!--[\s\S]*?(?:-->|$)|<(?:a|img)\b[^<>]*?\s(?:href|src)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/dgi;
const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

/** Destinations of `<a href>` and `<img src>` in raw HTML, as far as they are written plainly, in quotes. */
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

const written: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Writes a destination so that it stands safely between either kind of quotes. */
export function writeHtmlDestination(url: string): string {
  return url.replace(/[&<>"']/g, (sign) => written[sign] ?? sign);
}
