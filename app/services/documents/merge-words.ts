import { diff3Merge } from 'node-diff3';
import { isComparable } from '#app/services/documents/is-comparable.ts';
import { wordsOf } from '#app/services/documents/words-of.ts';

/** Beyond this many words a paragraph is no paragraph, and is merged as a whole or not at all. */
const WORDS_MAX = 4000;

/** Both changes of one paragraph, or null where they touch: between two changed words there is one that both left. */
export function mergeWords(base: string, theirs: string, yours: string): string | null {
  if (theirs === yours || yours === base) return theirs;
  if (theirs === base) return yours;
  const [old, first, second] = [wordsOf(base), wordsOf(theirs), wordsOf(yours)];
  if (Math.max(old.length, first.length, second.length) > WORDS_MAX) return null;
  if (!isComparable(old, first) || !isComparable(old, second)) return null;
  const merged: string[] = [];
  for (const region of diff3Merge(first, old, second, { excludeFalseConflicts: true })) {
    if (!region.ok) return null;
    merged.push(...region.ok);
  }
  return merged.join('');
}
