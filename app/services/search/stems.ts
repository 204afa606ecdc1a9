import { stemmer } from 'stemmer';
import type { Phrase } from '#app/services/search/tokenize.ts';

/** Prefix that distinguishes the token of an English stem from words. */
export const STEM = '\ue020';

const isEnglish = /^[a-z]{4,32}$/;

/** Tests for endings that change a word's number or tense, not its class: plans, planned, planning. */
export const isInflected = (word: string): boolean => /(?:s|ed|ing)$/.test(word);

/** Returns the English stem of a folded word (Porter's algorithm); null if the word cannot have one. */
export function stemOf(word: string): string | null {
  return isEnglish.test(word) ? stemmer(word) : null;
}

/** Returns the phrases that find other forms of a folded word. */
export function stemPhrases(word: string): Phrase[] {
  const stem = stemOf(word);
  if (stem === null) return [];
  const tokens = stem === word ? [STEM + stem] : [STEM + stem, stem];
  return tokens.map((token) => ({ tokens: [token], prefix: false }));
}
