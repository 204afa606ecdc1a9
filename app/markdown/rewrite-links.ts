import type { Token } from 'markdown-it';
import { workOn } from '#app/markdown/bounded-work.ts';
import { htmlDestinations, writeHtmlDestination } from '#app/markdown/html-destinations.ts';
import { buildPlacingParser, destinationOf, forgetReadings, tagAt } from '#app/markdown/parse/destination-spans.ts';
import { bodyOf, parseMarkdown } from '#app/markdown/parse/parse-markdown.ts';
import { type Place, SourceLines } from '#app/markdown/parse/source-lines.ts';

/** Gets a destination with its escapes resolved; null leaves it as it is. */
export type Rewrite = (url: string) => string | null;

let placingParser: ReturnType<typeof buildPlacingParser> | undefined;

function hasBalancedParentheses(url: string): boolean {
  let open = 0;
  for (const sign of url) {
    if (sign === '(') open++;
    if (sign === ')' && --open < 0) return false;
    if (open > 30) return false;
  }
  return open === 0;
}

/** Writes a destination so that it reads back the same, inside `<…>` or bare, in a paragraph or in a table's cell. */
function writeDestination(url: string): string {
  const encoded = url.replace(/[\s\p{Cc}|`]/gu, (sign) => {
    return sign === '|' || sign.charCodeAt(0) < 0x80 ? percentOf(sign) : encodeURIComponent(sign);
  });
  const escaped = encoded.replace(/[\\<>]|&(?=#?\w+;)/g, '\\$&');
  return hasBalancedParentheses(url) ? escaped : escaped.replace(/[()]/g, '\\$&');
}

function percentOf(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** A destination with its offsets in the source; `write` puts another into its place. */
type Placed = { start: number; end: number; url: string; write: (url: string) => string };

function placedIn(token: Token, place: Place, source: string): Placed[] {
  if (token.type.startsWith('html_')) {
    const first = tagAt(token);
    return htmlDestinations(token.content).flatMap(({ start, end, url }) =>
      placed(place(first + start), place(first + end), url, writeHtmlDestination),
    );
  }
  const destination = destinationOf(token);
  if (!destination) return [];
  const start = place(destination.start);
  const inBrackets = start !== null && source[start - 1] === '<';
  const write = (url: string) => (url === '' && !inBrackets ? '<>' : writeDestination(url));
  return placed(start, place(destination.end), destination.url, write);
}

const placed = (start: number | null, end: number | null, url: string, write: Placed['write']): Placed[] =>
  start === null || end === null ? [] : [{ start, end, url, write }];

/** Every destination of a text that stands there as it is; not those in the descriptions of pictures. */
function destinationsIn(source: string): Placed[] {
  placingParser ??= buildPlacingParser();
  const tokens = parseMarkdown(bodyOf(source).body, placingParser);
  const lines = new SourceLines(source);
  let row = 0;
  return tokens.flatMap((token) => {
    if (token.type === 'tr_open') row = token.map?.[0] ?? row;
    if (token.type === 'reference_definition') return placedIn(token, lines.placeOfBody, source);
    if (token.type === 'html_block') return placedIn(token, lines.placeOf(token.content, token.map![0]), source);
    if (token.type !== 'inline') return [];
    const { content, map } = token;
    const place = map ? lines.placeOf(content, map[0]) : lines.placeOfCell(content, row);
    return (token.children ?? []).flatMap((child) => placedIn(child, place, source));
  });
}

/**
 * Changes the destinations of links, images, definitions and plain HTML (`<a href>`, `<img src>`), and not one byte
 * besides. Autolinks (`<https://…>`, bare addresses) are text and stay. A source that cannot be parsed stays whole.
 */
export function rewriteLinks(source: string, rewrite: Rewrite): string {
  const found = workOn(source, () => destinationsIn(source)) ?? [];
  forgetReadings();
  let result = '';
  let done = 0;
  for (const { start, end, url, write } of found.sort((one, other) => one.start - other.start)) {
    const changed = rewrite(url);
    if (changed === null || start < done) continue;
    result += source.slice(done, start) + write(changed);
    done = end;
  }
  return result + source.slice(done);
}
