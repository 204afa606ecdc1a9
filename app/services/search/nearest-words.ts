import { editDistance } from '#app/services/search/edit-distance.ts';
import { similarWords } from '#app/services/search/known-words.ts';
import { stemPhrases } from '#app/services/search/stems.ts';
import type { Phrase, Query, Term } from '#app/services/search/tokenize.ts';

/** Number of hits from which no other spellings are searched. */
const FEW = 3;
/** Minimum letters of a word that counts as mistyped if there are some hits. Shorter ones have too many neighbours. */
const LONG = 6;
const SHORTEST = 4;
const NEAREST = 3;
const TERMS_MAX = 4;

const isWord = /^\p{L}+$/u;

/** Adds the other forms of each unfinished word: "importation" finds "import". Returns null if there are none. */
export function withStems({ include, exclude }: Query): Query | null {
  const wider = include.map((ways): Term => {
    const [{ tokens, prefix }] = ways;
    return prefix && tokens.length === 1 ? [...ways, ...stemPhrases(tokens[0]!)] : ways;
  });
  return wider.some((ways, nth) => ways.length > include[nth]!.length) ? { include: wider, exclude } : null;
}

/** A query widened by similar words that match documents the person may read. */
export type AlsoShown = { query: Query; also: string[] };

/**
 * With few hits, adds the nearest indexed words to each word of a query. `findsAny` tests whether the person would find
 * anything, so that words of unreadable documents are not revealed.
 */
export async function addNearestWords(
  query: Query,
  total: number,
  findsAny: (query: Query) => Promise<boolean>,
): Promise<AlsoShown | null> {
  if (total >= FEW) return null;
  const also: string[] = [];
  const include: Term[] = [];
  for (const [nth, ways] of query.include.entries()) {
    const near = nth < TERMS_MAX ? await nearest(ways, total) : [];
    const shown: Phrase[] = [];
    for (const word of near) {
      const phrase = { tokens: [word], prefix: false };
      if (await findsAny({ include: [[phrase]], exclude: [] })) shown.push(phrase);
    }
    also.push(...shown.map(({ tokens: [word] }) => word!));
    include.push([...ways, ...shown]);
  }
  return also.length > 0 ? { query: { ...query, include }, also: [...new Set(also)] } : null;
}

async function nearest([typed]: Term, total: number): Promise<string[]> {
  const [word = ''] = typed.tokens;
  if (!typed.prefix || typed.tokens.length > 1 || !isWord.test(word) || word.length < SHORTEST) return [];
  if (total > 0 && word.length < LONG) return [];
  const limit = total > 0 || word.length < LONG + 1 ? 1 : 2;
  const near = (await similarWords(word))
    .filter((other) => !other.startsWith(word))
    .map((other) => ({ other, distance: editDistance(word, other, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return near
    .filter(({ distance }) => distance === near[0]?.distance)
    .slice(0, NEAREST)
    .map(({ other }) => other);
}
