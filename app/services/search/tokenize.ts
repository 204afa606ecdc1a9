import { foldText } from '#app/services/search/fold-text.ts';
import { locateTokens, type Token } from '#app/services/search/locate-tokens.ts';

/** Consecutive tokens; with `prefix` the last of them only begins the token in the text. */
export interface Phrase {
  tokens: string[];
  prefix: boolean;
}

/** A text matches when it has every phrase of `include` and none of `exclude`. Nothing to include finds nothing. */
export interface Query {
  include: Phrase[];
  exclude: Phrase[];
}

const MOST_TERMS = 16;
/** In UTF-16 units; what is typed beyond is not searched for. */
const LONGEST_KEYWORD = 500;

const term = /(?<minus>-?)(?:["“”„](?<quoted>[^"“”„]*)["“”„]?|(?<word>[^\s"“”„]+))/gu;
const oneCharacter = /^.$/u;

/**
 * The tokens of a text in order, made of letters, marks and digits only, so that neither database splits them again.
 * Chinese, Japanese and Korean become overlapping pairs and the last character of each run.
 */
export function tokenize(text: string): string[] {
  return locateTokens(foldText(text)).map((token) => token.text);
}

function isPair(token: Token, next: Token): boolean {
  return next.start > token.start && next.start < token.end;
}

/**
 * A run of pairs that ends the phrase loses its last single character: in the text the run may go on. A lone character
 * at the end becomes a prefix instead, because in the text it begins a pair unless its run ends there.
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

/** Whether a character would make a pair with a like one after it. */
function pairsUp(character: string): boolean {
  return locateTokens(character + character).length === 2;
}

/**
 * What a person typed: words all to be found, `"…"` exactly so, `-word` not to be found, the last word perhaps not typed
 * to its end. Words of several tokens (snake_case, React组件) are phrases.
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
