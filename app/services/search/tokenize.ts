import { foldText } from '#app/services/search/fold-text.ts';
import { locateTokens, type Token } from '#app/services/search/locate-tokens.ts';

/** Consecutive tokens; with `prefix`, the last one matches the beginning of a token. */
export interface Phrase {
  tokens: string[];
  prefix: boolean;
}

/** Matches texts with every phrase of `include` and none of `exclude`. An empty `include` matches nothing. */
export interface Query {
  include: Phrase[];
  exclude: Phrase[];
}

const MOST_TERMS = 16;
/** In UTF-16 units; longer input is cut. */
const LONGEST_KEYWORD = 500;

const term = /(?<minus>-?)(?:["“”„](?<quoted>[^"“”„]*)["“”„]?|(?<word>[^\s"“”„]+))/gu;
const oneCharacter = /^.$/u;

/**
 * Returns the tokens of a text in order, made of letters, marks and digits only, so that neither database splits them
 * further. Chinese, Japanese and Korean become overlapping pairs and the last character of each run.
 */
export function tokenize(text: string): string[] {
  return locateTokens(foldText(text)).map((token) => token.text);
}

function isPair(token: Token, next: Token): boolean {
  return next.start > token.start && next.start < token.end;
}

/**
 * A run of pairs at the end of a phrase drops its last single character: in the text the run may continue. A lone final
 * character becomes a prefix, because in the text it begins a pair unless its run ends there.
 */
function phraseOf(text: string, mayGoOn: boolean): Phrase | null {
  const tokens = locateTokens(foldText(text));
  const last = tokens.at(-1);
  if (last === undefined) return null;
  const before = tokens.at(-2);
  if (before !== undefined && isPair(before, last)) {
    return { tokens: tokens.slice(0, -1).map((token) => token.text), prefix: false };
  }
  const isLoneCharacter = oneCharacter.test(last.text) && pairsUp(last.text);
  return { tokens: tokens.map((token) => token.text), prefix: mayGoOn || isLoneCharacter };
}

/** Tests whether a character pairs with a following one of its kind. */
function pairsUp(character: string): boolean {
  return locateTokens(character + character).length === 2;
}

/**
 * Parses a search keyword: all words must match, `"…"` matches exactly, `-word` excludes, the last word may be
 * incomplete. Words of several tokens (snake_case, React组件) are phrases.
 */
export function parseQuery(keyword: string): Query {
  const query: Query = { include: [], exclude: [] };
  const typed = keyword.slice(0, LONGEST_KEYWORD).toWellFormed();
  for (const match of typed.matchAll(term)) {
    const { minus, quoted, word } = match.groups ?? {};
    const isLast = match.index + match[0].length === typed.trimEnd().length;
    const excludes = minus === '-';
    const phrase = phraseOf(quoted ?? word ?? '', isLast && !excludes && quoted === undefined);
    if (phrase === null) continue;
    (excludes ? query.exclude : query.include).push(phrase);
    if (query.include.length + query.exclude.length === MOST_TERMS) break;
  }
  return query;
}
