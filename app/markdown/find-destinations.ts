import type { Token } from 'markdown-it';
import { workOn } from '#app/markdown/bounded-work.ts';
import { htmlDestinations } from '#app/markdown/html-destinations.ts';
import { buildPlacingParser, destinationOf, forgetReadings, tagAt } from '#app/markdown/parse/destination-spans.ts';
import { bodyOf, parseMarkdown } from '#app/markdown/parse/parse-markdown.ts';
import { type Place, SourceLines } from '#app/markdown/parse/source-lines.ts';

/** A destination with its source offsets and the syntax in which to write a replacement. */
export type Destination = { start: number; end: number; url: string; form: 'bare' | 'bracketed' | 'html' };

let placingParser: ReturnType<typeof buildPlacingParser> | undefined;

function placedIn(token: Token, place: Place, source: string): Destination[] {
  if (token.type.startsWith('html_')) {
    const first = tagAt(token);
    return htmlDestinations(token.content).flatMap(({ start, end, url }) =>
      placed(place(first + start), place(first + end), url, 'html'),
    );
  }
  const destination = destinationOf(token);
  if (!destination) return [];
  const start = place(destination.start);
  const inBrackets = start !== null && source[start - 1] === '<';
  return placed(start, place(destination.end), destination.url, inBrackets ? 'bracketed' : 'bare');
}

const placed = (start: number | null, end: number | null, url: string, form: Destination['form']): Destination[] =>
  start === null || end === null ? [] : [{ start, end, url, form }];

/** Finds the destinations that appear verbatim in a text, except those in descriptions of images. */
function destinationsIn(source: string): Destination[] {
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
 * Finds the destinations of links, images, definitions and plain HTML (`<a href>`, `<img src>`) in order. Excludes
 * autolinks (`<https://…>`, bare addresses), which are text. Returns none for a source that cannot be parsed.
 */
export function findDestinations(source: string): Destination[] {
  const found = workOn(() => destinationsIn(source)) ?? [];
  forgetReadings();
  return found.sort((one, other) => one.start - other.start);
}
