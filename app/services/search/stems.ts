import { stemmer } from 'stemmer';
import type { Phrase } from '#app/services/search/tokenize.ts';

/** Begins the token of an English stem, so that it is no word of a text. */
export const STEM = '\ue020';

const isEnglish = /^[a-z]{4,32}$/;

/** Endings that change a word's number or time, not its kind: plans, planned, planning. */
export const isInflected = (word: string): boolean => /(?:s|ed|ing)$/.test(word);

/** Returns the English stem of a folded word, by Porter's rules; null if the word cannot have one. */
export function stemOf(word: string): string | null {
  return isEnglish.test(word) ? stemmer(word) : null;
}

/** Returns what finds the other forms of a folded word. */
export function stemPhrases(word: string): Phrase[] {
  const stem = stemOf(word);
  if (stem === null) return [];
  const tokens = stem === word ? [STEM + stem] : [STEM + stem, stem];
  return tokens.map((token) => ({ tokens: [token], prefix: false }));
}
