import { foldWithOffsets } from '#app/services/search/fold-text.ts';
import { locateTokens, type Token } from '#app/services/search/locate-tokens.ts';
import type { Phrase, Query } from '#app/services/search/tokenize.ts';

/** A match in the original text, UTF-16 units, `end` exclusive; `phrase` is its index in the query. */
export interface Match {
  start: number;
  end: number;
  phrase: number;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Returns the end of the phrase in the folded text if it begins at token `at`, else null. */
function endOfPhrase(tokens: readonly Token[], at: number, { tokens: wanted, prefix }: Phrase): number | null {
  for (const [offset, text] of wanted.entries()) {
    const token = tokens[at + offset];
    if (token === undefined) return null;
    const isPrefix = prefix && offset === wanted.length - 1;
    if (isPrefix ? !token.text.startsWith(text) : token.text !== text) return null;
    if (offset === wanted.length - 1) return isPrefix ? token.start + text.length : token.end;
  }
  return null;
}

/** Finds the query's included phrases as the index does, in text order, including overlaps. */
export function findMatches(text: string, query: Query): Match[] {
  const { folded, startOf, endOf } = foldWithOffsets(text);
  const tokens = locateTokens(folded);
  const matches: Match[] = [];
  for (const [at, token] of tokens.entries()) {
    for (const [phrase, wanted] of query.include.entries()) {
      const end = endOfPhrase(tokens, at, wanted);
      if (end !== null) matches.push({ start: startOf(token.start), end: endOf(end - 1), phrase });
    }
  }
  return matches;
}

/** Escapes the text from `from` to `to` and marks the matches in it with `<mark>`. */
export function markRange(text: string, matches: readonly Match[], from: number, to: number): string {
  let html = '';
  let done = from;
  for (let at = 0; at < matches.length; at++) {
    const start = Math.max(matches[at]?.start ?? to, done);
    let end = Math.min(matches[at]?.end ?? to, to);
    // Merges overlapping and adjacent matches into one mark.
    for (let next = matches[at + 1]; next !== undefined && next.start <= end; next = matches[++at + 1]) {
      end = Math.min(Math.max(end, next.end), to);
    }
    if (start >= end) continue;
    html += `${escapeHtml(text.slice(done, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    done = end;
  }
  return html + escapeHtml(text.slice(done, to));
}
