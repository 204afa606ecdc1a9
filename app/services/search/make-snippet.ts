import { findMatches, type Match, markRange } from '#app/services/search/find-matches.ts';
import { foldText } from '#app/services/search/fold-text.ts';
import { SEPARATORS, SPELLED } from '#app/services/search/locate-extras.ts';
import { textFragment } from '#app/services/search/text-fragment.ts';
import type { Query } from '#app/services/search/tokenize.ts';
import { withoutMarks } from '#app/services/search/without-marks.ts';

/** UTF-16 units searched in detail at a time; the overlap of pieces exceeds any phrase. */
const PIECE = 4_000;
const SHARED = 500;
/** After this many pieces with a match, the best one suffices. */
const MOST_PIECES_WITH_A_MATCH = 5;
/** UTF-16 units of a snippet. */
const SNIPPET_LENGTH = 160;
/** Maximum shift of a cut to a word boundary. */
const FARTHEST_WORD_BOUNDARY = 20;
/** Share of the snippet before the first match. */
const SHARE_BEFORE_MATCH = 0.25;

interface Cluster {
  start: number;
  end: number;
  phrases: number;
  matches: Match[];
}
/** A cluster in the piece of a text that starts at `from`. */
type Found = { from: number; cluster: Cluster };

/** Returns the first range of at most `length` units with the most distinct phrases. */
function bestCluster(matches: readonly Match[], length: number): Cluster | null {
  const most = new Set(matches.map((match) => match.phrase)).size;
  let best: Cluster | null = null;
  for (const [at, first] of matches.entries()) {
    const phrases = new Set<number>();
    let end = first.end;
    for (let next = at; next < matches.length; next++) {
      const match = matches[next];
      if (match === undefined || match.end - first.start > length) break;
      phrases.add(match.phrase);
      end = match.end;
    }
    if (best === null || phrases.size > best.phrases) {
      best = { start: first.start, end, phrases: phrases.size, matches: [...matches] };
    }
    if (phrases.size === most) break;
  }
  return best;
}

/** Returns the first tokens of all phrases, each once: spellings of a word mostly begin alike. */
const firstsOf = (query: Query) => [...new Set(query.include.flat().map(({ tokens: [first = ''] }) => first))];

/** Cheap pre-check of a folded text: the first token of some phrase occurs, or cannot be checked this way. */
function mayMatch(folded: string, firsts: string[]): boolean {
  if (firsts.some((first) => SPELLED.test(first) || folded.includes(first))) return true;
  const joined = folded.replace(SEPARATORS, '');
  return firsts.some((first) => joined.includes(first));
}

function findCluster(text: string, query: Query, length: number): Found | null {
  let best: Found | null = null;
  let found = 0;
  const firsts = firstsOf(query);
  for (let from = 0; from < text.length && found < MOST_PIECES_WITH_A_MATCH; from += PIECE - SHARED) {
    const piece = text.slice(from, from + PIECE);
    const folded = foldText(piece);
    if (!mayMatch(folded, firsts)) continue;
    const cluster = bestCluster(findMatches(piece, query, folded), length);
    if (cluster === null) continue;
    found++;
    if (best === null || cluster.phrases > best.cluster.phrases) best = { from, cluster };
    if (best.cluster.phrases === query.include.length) break;
  }
  return best;
}

/** Moves a cut to the next word boundary within the limit; text without spaces is cut in place. */
function wordBoundary(text: string, at: number, step: 1 | -1): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length);
  for (let moved = 0; moved <= FARTHEST_WORD_BOUNDARY; moved++) {
    const place = at + moved * step;
    if (/\s/.test(text.slice(place - 1, place + 1))) return place;
  }
  return /^[\udc00-\udfff]/.test(text.slice(at)) ? at - 1 : at;
}

/**
 * Returns about `length` units of plain text around the first range with the most query phrases, as escaped HTML with
 * `<mark>`; the beginning of the document if nothing matches. One line, with … at cuts.
 */
export function makeSnippet(text: string, query: Query, length = SNIPPET_LENGTH): string {
  return snippetAt(text, findCluster(text, query, length), length);
}

function snippetAt(text: string, found: Found | null, length: number): string {
  const piece = text.slice(found?.from ?? 0, (found?.from ?? 0) + PIECE);
  const { start = 0, end = 0, matches = [] } = found?.cluster ?? {};
  const lead = Math.max(0, Math.min(length - (end - start), Math.round(length * SHARE_BEFORE_MATCH)));
  const from = Math.min(start, wordBoundary(piece, start - lead, 1));
  const to = Math.max(end, wordBoundary(piece, from + length, -1));
  const before = (found?.from ?? 0) + from > 0 ? '…' : '';
  const after = (found?.from ?? 0) + to < text.length ? '…' : '';
  const body = markRange(piece, matches, from, to).replace(/\s+/g, ' ').trim();
  return before + body + after;
}

/** Marks matches in a short text, such as a title: escaped HTML with `<mark>`. */
export function markMatches(text: string, query: Query): string {
  return markRange(text, findMatches(text, query), 0, text.length);
}

/** Returns text directives that lead to the first match of a cluster. */
function fragmentAt(text: string, { from, cluster }: Found): string {
  const matches = cluster.matches.filter(({ end }) => end > cluster.start);
  let to = cluster.start;
  // The pairs of a Chinese word overlap.
  for (const { start, end } of matches) if (start <= to) to = Math.max(to, end);
  return textFragment(text.slice(from, from + PIECE), { from: cluster.start, to });
}

/** `isSource` marks a text that is Markdown. */
export type Searched = { plainText: string; title: string; isSource?: boolean };
/** `fragment` leads to the first match on the page of the document; null without one. */
export type Marked = { snippet: string; markedTitle: string; fragment: string | null };

/** Marks the texts and titles of a page of results in one call. */
export function makeSnippets(searched: Searched[], query: Query): Marked[] {
  return searched.map(({ plainText, title, isSource = false }) => {
    const text = isSource ? withoutMarks(plainText) : plainText;
    const found = findCluster(text, query, SNIPPET_LENGTH);
    return {
      snippet: snippetAt(text, found, SNIPPET_LENGTH),
      markedTitle: markMatches(title, query),
      fragment: found && !isSource ? fragmentAt(text, found) : null,
    };
  });
}
