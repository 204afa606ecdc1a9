import { stemmer } from 'stemmer';
import type { Phrase } from '#app/services/search/tokenize.ts';

/** Prefix that distinguishes the token of an English stem from words. */
export const STEM = '\ue020';

const isEnglish = /^[a-z]{4,32}$/;

/** Tests for endings that change a word's number or tense, not its class: plans, planned, planning. */
export const isInflected = (word: string): boolean => /(?:s|ed|ing)$/.test(word);

/** Maximum number of cached stems; texts share most of their words. */
const STEMS_MAX = 5_000;
const stems = new Map<string, string | null>();

/** Returns the English stem of a folded word (Porter's algorithm); null if the word cannot have one. */
export function stemOf(word: string): string | null {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = isEnglish.test(word) ? stemmer(word) : null;
  if (stems.size >= STEMS_MAX) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** Returns the phrases that find other forms of a folded word. */
export function stemPhrases(word: string): Phrase[] {
  const stem = stemOf(word);
  if (stem === null) return [];
  const tokens = stem === word ? [STEM + stem] : [STEM + stem, stem];
  return tokens.map((token) => ({ tokens: [token], prefix: false }));
}
