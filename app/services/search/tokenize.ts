import { foldText } from '#app/services/search/fold-text.ts';
import { locateTokens } from '#app/services/search/locate-tokens.ts';

/** Consecutive tokens; with `prefix`, the last one matches the beginning of a token. */
export interface Phrase {
  tokens: string[];
  prefix: boolean;
}

/** Spellings of one wanted word or phrase: first as typed, then weaker ones. */
export type Term = [Phrase, ...Phrase[]];

/** Matches texts with every term of `include` and no phrase of `exclude`. An empty `include` matches nothing. */
export interface Query {
  include: Term[];
  exclude: Phrase[];
}

/**
 * Returns the words of a text in order, made of letters, marks and digits only, so that neither database splits them
 * further. Chinese, Japanese and Korean become overlapping pairs and the last character of each run.
 */
export function tokenize(text: string): string[] {
  return locateTokens(foldText(text)).map((token) => token.text);
}
