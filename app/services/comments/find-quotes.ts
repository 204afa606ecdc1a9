/** A passage with what stood around it: W3C's TextQuoteSelector. */
export type Quote = { quote: string; prefix: string | null; suffix: string | null };

/** Occurrences looked at; of more the best of the first counts. */
const OCCURRENCES_MAX = 1000;
/** Places compared for a passage that was changed. */
const CANDIDATES_MAX = 60;
const PIECES = 6;
const SHORTEST_PIECE = 4;
/** Share of a passage's signs that may have changed, and with the same words around it. */
const CHANGED_MAX = 0.3;
const CHANGED_IN_PLACE_MAX = 0.5;

const spaced = (text: string) => text.replace(/\s+/g, ' ');

/**
 * Returns for each passage whether a plain text still has it: word for word at the place that fits best, or with small
 * changes. Space of any kind counts alike.
 */
export function findQuotes(plainText: string, quotes: Quote[]): boolean[] {
  const text = spaced(plainText);
  return quotes.map((quote) => findQuote(text, quote) !== null);
}

/** Returns what stands around a passage that occurs once; null if it occurs more often or not at all. */
export function aroundQuote(plainText: string, quote: string, length: number): Omit<Quote, 'quote'> | null {
  const text = spaced(plainText);
  const sought = spaced(quote).trim();
  const at = text.indexOf(sought);
  if (at < 0 || text.indexOf(sought, at + 1) >= 0) return null;
  const end = at + sought.length;
  return {
    prefix: text.slice(Math.max(0, at - length), at).toWellFormed() || null,
    suffix: text.slice(end, end + length).toWellFormed() || null,
  };
}

type Place = { from: number; to: number };

function findQuote(text: string, { quote, prefix, suffix }: Quote): Place | null {
  const sought = spaced(quote).trim();
  if (sought === '') return null;
  const around = { prefix: spaced(prefix ?? '').trimEnd(), suffix: spaced(suffix ?? '').trimStart() };
  return findExact(text, sought, around) ?? findChanged(text, sought, around);
}

type Around = { prefix: string; suffix: string };

function findExact(text: string, sought: string, around: Around): Place | null {
  let best: Place | null = null;
  let bestFit = -1;
  let seen = 0;
  for (let at = text.indexOf(sought); at >= 0 && seen < OCCURRENCES_MAX; at = text.indexOf(sought, at + 1)) {
    seen += 1;
    const place = { from: at, to: at + sought.length };
    const fit = fitOf(text, place, around);
    if (fit > bestFit) [best, bestFit] = [place, fit];
  }
  return best;
}

/** Counts the signs before and after a place that are the same as those of the passage. */
function fitOf(text: string, { from, to }: Place, { prefix, suffix }: Around): number {
  const before = text.slice(Math.max(0, from - prefix.length - 1), from).trimEnd();
  const after = text.slice(to, to + suffix.length + 1).trimStart();
  let fit = 0;
  while (fit < Math.min(before.length, prefix.length) && before.at(-1 - fit) === prefix.at(-1 - fit)) fit += 1;
  let following = 0;
  while (following < Math.min(after.length, suffix.length) && after[following] === suffix[following]) following += 1;
  return fit + following;
}

/** A passage with few changes has a piece without any: only places around such pieces are compared. */
function findChanged(text: string, sought: string, around: Around): Place | null {
  let best: Place | null = null;
  let bestShare = Number.POSITIVE_INFINITY;
  for (const start of candidates(text, sought)) {
    const slack = Math.ceil(sought.length * CHANGED_MAX);
    const from = Math.max(0, start - slack);
    const window = text.slice(from, start + sought.length + slack);
    const match = nearest(window, sought);
    const place = { from: from + match.from, to: from + match.to };
    const isInPlace = fitOf(text, place, around) >= SHORTEST_PIECE * 2;
    const share = match.changes / sought.length;
    if (share <= (isInPlace ? CHANGED_IN_PLACE_MAX : CHANGED_MAX) && share < bestShare) {
      [best, bestShare] = [place, share];
    }
  }
  return best;
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

/** Finds the part of a short text with the fewest inserted, removed and replaced signs (Sellers). */
function nearest(text: string, sought: string): Place & { changes: number } {
  let changes = Array.from({ length: sought.length + 1 }, (_, row) => row);
  let starts = new Array<number>(sought.length + 1).fill(0);
  let best = { changes: changes[sought.length]!, from: 0, to: 0 };
  for (let column = 1; column <= text.length; column += 1) {
    const next = [0];
    const nextStarts = [column];
    for (let row = 1; row <= sought.length; row += 1) {
      const replaced = changes[row - 1]! + (text[column - 1] === sought[row - 1] ? 0 : 1);
      const inserted = changes[row]! + 1;
      const removed = next[row - 1]! + 1;
      const least = Math.min(replaced, inserted, removed);
      next.push(least);
      nextStarts.push(least === replaced ? starts[row - 1]! : least === inserted ? starts[row]! : nextStarts[row - 1]!);
    }
    [changes, starts] = [next, nextStarts];
    const reached = changes[sought.length]!;
    if (reached < best.changes) best = { changes: reached, from: starts[sought.length]!, to: column };
  }
  return best;
}
