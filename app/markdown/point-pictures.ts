/** An image start tag as `finishHtml` prints it: double-quoted, escaped values. */
const IMAGE = /<img(?:\s+[^\s=>"]+(?:="[^"]*")?)*\s*\/?>/g;
/** Browsers read `\\` as `//`. */
const FOREIGN_SOURCE = /(\ssrc=")((?:https?:|[\\/]{2})[^"]*)(?=")/i;
const REFERENCE = /&#x([0-9a-f]+);/gi;

/** `rehype-stringify` escapes with hexadecimal references only. */
const unescaped = (value: string) =>
  value.replace(REFERENCE, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/**
 * Rewrites the sources of images on other hosts, for HTML printed by `finishHtml`. `address` gets the source as written
 * and returns one without `"` and `&`, or null to keep it.
 */
export function pointPictures(html: string, address: (source: string) => string | null): string {
  if (!html.includes('<img')) return html;
  return html.replace(IMAGE, (tag) =>
    tag.replace(FOREIGN_SOURCE, (whole, start: string, source: string) => {
      const other = address(unescaped(source));
      return other === null ? whole : start + other;
    }),
  );
}
