import { type Around, findExact, findRewritten, fitOf, nearest, type Place } from '#app/differences/find-passage.ts';

/** A passage with the text around it (W3C TextQuoteSelector). */
export type Quote = { quote: string; prefix: string | null; suffix: string | null };

/** Maximum number of candidates compared for a changed passage. */
const CANDIDATES_MAX = 60;
const PIECES = 6;
const SHORTEST_PIECE = 4;
/** Maximum share of changed characters, elsewhere and with the same words around. */
const CHANGED_MAX = 0.15;
const CHANGED_IN_PLACE_MAX = 0.4;
/** Number of equal characters before and after a candidate from which it counts as the same position. */
const IN_PLACE_CHARACTERS = 16;
/** Fewer characters around a passage do not identify a position. */
const AROUND_MIN = 12;
/** A candidate is accepted only if no other is similar: at least this share of characters differs everywhere else. */
const OTHERS_MIN = 0.65;
const OTHERS_IN_PLACE_MIN = 0.5;

/** Limits of a search on the main thread. `units` are UTF-16 units of plain text or HTML. */
const MOST_AT_ONCE = { units: 20_000, passages: 5 };

const spaced = (text: string) => text.replace(/\s+/g, ' ');

/**
 * Returns for each passage whether a plain text still contains it: verbatim at the best position, or with small
 * changes. All whitespace is equal.
 */
export function findQuotes(plainText: string, quotes: Quote[]): boolean[] {
  return locateQuotes(spaced(plainText), quotes).map((place) => place !== null);
}

/**
 * Returns the best verbatim position of each passage; null unless all have one. Takes milliseconds for texts and
 * numbers of passages up to `MOST_AT_ONCE`, where the search for changed passages may take more than a second.
 */
export function locateVerbatim(text: string, quotes: Quote[]): Place[] | null {
  const places: Place[] = [];
  for (const quote of quotes) {
    const { sought, around } = searched(quote);
    const place = sought === '' ? null : findExact(text, sought, around, AROUND_MIN);
    if (!place) return null;
    places.push(place);
  }
  return places;
}

/** Returns true if a plain text contains every passage verbatim. */
export const hasVerbatim = (plainText: string, quotes: Quote[]): boolean =>
  locateVerbatim(spaced(plainText), quotes) !== null;

/** Tests whether passages are few and their text short, so that verbatim ones can be searched on the main thread. */
export const isQuickSearch = ({ length }: string, { length: passages }: Quote[]): boolean =>
  length <= MOST_AT_ONCE.units && passages <= MOST_AT_ONCE.passages;

/** Returns the position of each passage in a text with single blanks; null if it is not found. */
export function locateQuotes(text: string, quotes: Quote[]): (Place | null)[] {
  return quotes.map((quote) => findQuote(text, quote));
}

/**
 * Returns a selected passage as it is stored: without the marks of a heading, which a copy of Markdown may have, and
 * with the text around it if its place is clear.
 */
export function quoteFrom(plainText: string, quote: string, length: number): Quote {
  const words = withoutHeadingMarks(plainText, quote);
  return { quote: words, ...(aroundQuote(plainText, words, length) ?? { prefix: null, suffix: null }) };
}

/**
 * Returns the text around a passage that occurs exactly once, or that is a whole line exactly once, as a heading is;
 * else null.
 */
function aroundQuote(plainText: string, quote: string, length: number): Omit<Quote, 'quote'> | null {
  const text = spaced(plainText);
  const sought = spaced(quote).trim();
  const at = text.indexOf(sought);
  if (sought === '' || at < 0) return null;
  if (text.indexOf(sought, at + 1) < 0) return around(text, at, at + sought.length, length);
  const lines = plainText.split('\n');
  const line = lines.findIndex((each) => spaced(each).trim() === sought);
  if (line < 0 || lines.slice(line + 1).some((each) => spaced(each).trim() === sought)) return null;
  const from = spaced(`${lines.slice(0, line).join('\n')}${line > 0 ? '\n' : ''}`).length;
  return around(text, from, from + sought.length, length);
}

const around = (text: string, from: number, to: number, length: number) => ({
  prefix: text.slice(Math.max(0, from - length), from).toWellFormed() || null,
  suffix: text.slice(to, to + length).toWellFormed() || null,
});

/** Removes the marks of a heading from a passage that was copied as Markdown, unless the text has them. */
function withoutHeadingMarks(plainText: string, quote: string): string {
  const words = quote.trim().replace(/^#{1,6}\s+/, '');
  return words !== '' && !spaced(plainText).includes(spaced(quote).trim()) ? words : quote;
}

const searched = ({ quote, prefix, suffix }: Quote): { sought: string; around: Around } => ({
  sought: spaced(quote).trim(),
  around: { prefix: spaced(prefix ?? '').trimEnd(), suffix: spaced(suffix ?? '').trimStart() },
});

function findQuote(text: string, quote: Quote): Place | null {
  const { sought, around } = searched(quote);
  if (sought === '') return null;
  const exact = findExact(text, sought, around, AROUND_MIN);
  if (exact) return exact;
  const rewritten = findRewritten(text, sought, around, AROUND_MIN);
  return rewritten === undefined ? findChanged(text, sought, around) : rewritten;
}

/** A passage with few changes contains an unchanged piece, so only positions around such pieces are compared. */
function findChanged(text: string, sought: string, around: Around): Place | null {
  const places: { place: Place; changes: number; isInPlace: boolean }[] = [];
  const slack = Math.ceil(sought.length * CHANGED_IN_PLACE_MAX);
  for (const start of candidates(text, sought)) {
    const from = Math.max(0, start - slack);
    const match = nearest(text.slice(from, start + sought.length + slack), sought);
    const place = { from: from + match.from, to: from + match.to };
    const isInPlace = fitOf(text, place, around) >= IN_PLACE_CHARACTERS;
    places.push({ place, changes: match.changes, isInPlace });
  }
  const [best, ...others] = places.toSorted(
    (a, b) => Number(b.isInPlace) - Number(a.isInPlace) || a.changes - b.changes,
  );
  if (!best || best.changes > sought.length * (best.isInPlace ? CHANGED_IN_PLACE_MAX : CHANGED_MAX)) return null;
  const isClear = others.every(
    ({ place, changes }) =>
      (place.from < best.place.to && best.place.from < place.to) ||
      changes > sought.length * (best.isInPlace ? OTHERS_IN_PLACE_MIN : OTHERS_MIN),
  );
  return isClear ? best.place : null;
}

function candidates(text: string, sought: string): Set<number> {
  const length = Math.max(SHORTEST_PIECE, Math.ceil(sought.length / PIECES));
  const starts = new Set<number>();
  for (let offset = 0; offset + SHORTEST_PIECE <= sought.length; offset += length) {
    const piece = sought.slice(offset, offset + length);
    if (piece.length < SHORTEST_PIECE) continue;
    const most = starts.size + CANDIDATES_MAX / PIECES;
    for (let at = text.indexOf(piece); at >= 0 && starts.size < most; at = text.indexOf(piece, at + 1)) {
      starts.add(Math.max(0, at - offset));
    }
  }
  return starts;
}
