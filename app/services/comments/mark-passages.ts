import type { Place } from '#app/differences/find-passage.ts';
import { locateQuotes, locateVerbatim, type Quote } from '#app/services/comments/find-quotes.ts';

export type Passage = Quote & { threadId: string };

// Matches only the renderer's markup, where quotes in attributes and `<` in text are escaped.
const TOKEN = /<(?:"[^"]*"|[^">])*>|[^<]+/g;
const ENTITY = /&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|apos|nbsp));/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
/** Links and buttons cannot contain a link; formulas and drawings are not text. */
const CLOSED = new Set(['a', 'button', 'svg', 'math', 'style', 'script', 'summary', 'select', 'textarea']);
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|button|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var)$/;

/**
 * The searched text of some HTML, with the source of each UTF-16 unit: index of its token, or `NO_TOKEN`, and range in
 * it. Lists of numbers, as a text of a megabyte has a million units.
 */
type ReadText = { text: string; tokens: number[]; from: number[]; to: number[] };
const NO_TOKEN = -1;

/** `order` lists the threads whose passage is found, marked or not, in the order of the text. */
export type Marked = { html: string; order: string[] };

/**
 * Turns each passage of a document's HTML into a link to its thread, in pieces where markup divides it. The first piece
 * has the id `passage-<thread>`. Passages that are not found or overlap another are left unchanged.
 */
export function markPassages(html: string, passages: Passage[]): Marked {
  const tokens = html.match(TOKEN) ?? [];
  const read = readText(tokens);
  return markPlaces(tokens, read, passages, locateQuotes(read.text, passages));
}

/**
 * Marks passages as `markPassages` does, within milliseconds for few passages in short HTML. Returns null unless all
 * stand verbatim in its text.
 */
export function markVerbatim(html: string, passages: Passage[]): Marked | null {
  const tokens = html.match(TOKEN) ?? [];
  const read = readText(tokens);
  const places = locateVerbatim(read.text, passages);
  return places && markPlaces(tokens, read, passages, places);
}

function markPlaces(tokens: string[], read: ReadText, passages: Passage[], places: (Place | null)[]): Marked {
  const pieces = new Map<number, Piece[]>();
  places.forEach((place, nth) => {
    if (place) addPieces(pieces, piecesOf(read, place), passages[nth]!.threadId);
  });
  const written = tokens.map((token, at) => {
    const own = pieces.get(at);
    return own ? writeLinks(token, own) : token;
  });
  const found = places.flatMap((place, nth) => (place ? [{ place, id: passages[nth]!.threadId }] : []));
  const order = found.toSorted((a, b) => a.place.from - b.place.from || a.place.to - b.place.to).map(({ id }) => id);
  return { html: written.join(''), order };
}

/** Reads the text between the tags with single blanks, as it is searched. */
function readText(tokens: string[]): ReadText {
  const read: ReadText = { text: '', tokens: [], from: [], to: [] };
  const units: string[] = [];
  const closed: string[] = [];
  const add = (character: string, token: number, from: number, to: number) => {
    const unit = /\s/.test(character) ? ' ' : character;
    if (unit === ' ' && units.at(-1) === ' ') return;
    for (let nth = 0; nth < unit.length; nth += 1) {
      units.push(unit[nth]!);
      read.tokens.push(token);
      read.from.push(from);
      read.to.push(to);
    }
  };
  tokens.forEach((token, at) => {
    if (token.startsWith('<')) {
      const [, slash, name = ''] = /^<(\/?)([a-z][\w-]*)/i.exec(token) ?? [];
      if (!INLINE.test(name)) add(' ', NO_TOKEN, 0, 0);
      if (CLOSED.has(name) && !token.endsWith('/>')) {
        if (slash) closed.pop();
        else closed.push(name);
      }
      return;
    }
    for (const { character, from, to } of charactersOf(token))
      add(character, closed.length > 0 ? NO_TOKEN : at, from, to);
  });
  read.text = units.join('');
  return read;
}

function* charactersOf(token: string): Generator<{ character: string; from: number; to: number }> {
  let from = 0;
  for (const entity of token.matchAll(ENTITY)) {
    for (; from < entity.index; from += 1) yield { character: token[from]!, from, to: from + 1 };
    const [whole, hex, decimal, name] = entity;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    const to = from + whole.length;
    yield { character: name ? NAMED[name.toLowerCase()]! : String.fromCodePoint(code), from, to };
    from = to;
  }
  for (; from < token.length; from += 1) yield { character: token[from]!, from, to: from + 1 };
}

type Piece = { from: number; to: number; threadId: string; isFirst: boolean };

/** Returns the covered range of each token. */
function piecesOf(read: ReadText, place: Place): Map<number, { from: number; to: number }> {
  const covered = new Map<number, { from: number; to: number }>();
  for (let at = place.from; at < place.to; at += 1) {
    const [token, from, to] = [read.tokens[at]!, read.from[at]!, read.to[at]!];
    if (token === NO_TOKEN) continue;
    const known = covered.get(token);
    if (known) known.to = to;
    else covered.set(token, { from, to });
  }
  return covered;
}

function addPieces(
  pieces: Map<number, Piece[]>,
  covered: Map<number, { from: number; to: number }>,
  threadId: string,
): void {
  let isFirst = true;
  for (const [token, part] of covered) {
    const others = pieces.get(token) ?? [];
    if (others.some(({ from, to }) => from < part.to && part.from < to)) continue;
    pieces.set(token, [...others, { ...part, threadId, isFirst }]);
    isFirst = false;
  }
}

/** Blanks between tags and empty pieces are not linked. */
function writeLinks(token: string, pieces: Piece[]): string {
  let written = token;
  for (const { from, to, threadId, isFirst } of pieces.toSorted((a, b) => b.from - a.from)) {
    const words = written.slice(from, to);
    if (words.trim() === '') continue;
    const id = isFirst ? ` id="passage-${threadId}"` : ' tabindex="-1"';
    const link = `<a class="passage-mark" href="#thread-${threadId}"${id}>${words}</a>`;
    written = written.slice(0, from) + link + written.slice(to);
  }
  return written;
}
