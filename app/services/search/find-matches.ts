import { escapeHtml } from '#app/markdown/escape-html.ts';
import { foldText, foldWithOffsets } from '#app/services/search/fold-text.ts';
import { locateExtras, SEPARATORS, SPELLED } from '#app/services/search/locate-extras.ts';
import { locateTokens, type Token } from '#app/services/search/locate-tokens.ts';
import { STEM, stemOf } from '#app/services/search/stems.ts';
import type { Phrase, Query } from '#app/services/search/tokenize.ts';

/** A match in the original text, UTF-16 units, `end` exclusive; `phrase` is the index of its term in the query. */
export interface Match {
  start: number;
  end: number;
  phrase: number;
}

function isSame(token: string, wanted: string): boolean {
  return wanted.startsWith(STEM) ? stemOf(token) === wanted.slice(STEM.length) : token === wanted;
}

/** Returns the end of the phrase in the folded text if it begins at token `at`, else null. */
function endOfPhrase(tokens: readonly Token[], at: number, { tokens: wanted, prefix }: Phrase): number | null {
  for (const [offset, text] of wanted.entries()) {
    const token = tokens[at + offset];
    if (token === undefined) return null;
    const isPrefix = prefix && offset === wanted.length - 1;
    if (isPrefix ? !token.text.startsWith(text) : !isSame(token.text, text)) return null;
    if (offset === wanted.length - 1) return isPrefix ? token.start + text.length : token.end;
  }
  return null;
}

/** Lists the spellings of each term with their first character, which skips most words of a text. */
function waysOf({ include }: Query): { way: Phrase; first: number; phrase: number }[] {
  return include.flatMap((ways, phrase) =>
    ways.map((way) => ({ way, first: way.tokens[0]!.replace(STEM, '').charCodeAt(0), phrase })),
  );
}

/**
 * Finds the query's included terms as the index does, in text order, including overlaps. `whole` is the folded text, if
 * the caller has it.
 */
export function findMatches(text: string, query: Query, whole = foldText(text)): Match[] {
  const { folded, startOf, endOf } = foldWithOffsets(text, whole);
  const tokens = locateTokens(folded);
  const matches: Match[] = [];
  const ways = waysOf(query);
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    for (const { way, first, phrase } of ways) {
      if (first !== token.text.charCodeAt(0)) continue;
      const end = endOfPhrase(tokens, at, way);
      if (end !== null) matches.push({ start: startOf(token.start), end: endOf(end - 1), phrase });
    }
  }
  const extras = extraMatches(text, whole, query, new Set(matches.map(({ phrase }) => phrase)));
  return extras.length === 0 ? matches : [...matches, ...extras].sort((one, other) => one.start - other.start);
}

/** Finds unmatched terms among tokens other than words: parts of names, joined words, symbols. */
function extraMatches(text: string, whole: string, query: Query, matched: Set<number>): Match[] {
  const wanted = query.include.flatMap((ways, phrase) =>
    (matched.has(phrase) ? [] : ways)
      .filter(({ tokens }) => tokens.length === 1)
      .map(({ tokens: [token = ''], prefix }) => ({ token, prefix, phrase })),
  );
  if (wanted.length === 0) return [];
  const letters = whole.replace(SEPARATORS, '');
  if (!wanted.some(({ token }) => SPELLED.test(token) || letters.includes(token))) return [];
  return locateExtras(text).flatMap(({ text: token, start, end }) =>
    wanted
      .filter((one) => token === one.token || (one.prefix && token.startsWith(one.token)))
      .map(({ token: part, phrase }) => {
        const isBeginning = text.slice(start, start + part.length).toLowerCase() === part;
        return { start, end: isBeginning ? start + part.length : end, phrase };
      }),
  );
}

/** Escapes the text from `from` to `to` and marks the matches in it with `<mark>`. */
export function markRange(text: string, matches: readonly Match[], from: number, to: number): string {
  let html = '';
  let done = from;
  for (let at = 0; at < matches.length; at++) {
    const start = Math.max(matches[at]?.start ?? to, done);
    let end = Math.min(matches[at]?.end ?? to, to);
    // Merge overlapping and adjacent matches into one mark.
    for (let next = matches[at + 1]; next !== undefined && next.start <= end; next = matches[++at + 1]) {
      end = Math.min(Math.max(end, next.end), to);
    }
    if (start >= end) continue;
    html += `${escapeHtml(text.slice(done, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    done = end;
  }
  return html + escapeHtml(text.slice(done, to));
}
