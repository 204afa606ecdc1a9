/** An image start tag as `finishHtml` prints it: double-quoted, escaped values. */
const IMAGE = /<img(?:\s+[^\s=>"<]+(?:="[^"]*")?)*\s*\/?>/g;
/** Browsers treat `\\` like `//`. */
const FOREIGN_SOURCE = /(\ssrc=")((?:https?:|[\\/]{2})[^"]*)(?=")/i;
const REFERENCE = /&#x([0-9a-f]+);/gi;

/** `rehype-stringify` escapes with hexadecimal references only. */
const unescaped = (value: string) =>
  value.replace(REFERENCE, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/**
 * Rewrites the sources of the first `most` images on other hosts, for HTML printed by `finishHtml`. `address` receives
 * the source as written and returns one without `"` and `&`, or null to keep it. Stops after the last replacement.
 */
export function pointPictures(html: string, address: (source: string) => string | null, most = Infinity): string {
  if (!html.includes('<img')) return html;
  const pieces: string[] = [];
  let [done, left] = [0, most];
  for (const { 0: tag, index } of html.matchAll(IMAGE)) {
    const [, start, source] = FOREIGN_SOURCE.exec(tag) ?? [];
    if (start === undefined || source === undefined) continue;
    if (left === 0) break;
    left -= 1;
    const other = address(unescaped(source));
    if (other === null) continue;
    const end = index + tag.length;
    pieces.push(
      html.slice(done, index),
      tag.replace(start + source, () => start + other),
    );
    done = end;
  }
  return pieces.join('') + html.slice(done);
}
