import { mergeParts } from '#app/differences/merge-parts.ts';
import { StepBudget } from '#app/differences/step-budget.ts';
import { splitWords } from '#app/services/documents/split-words.ts';

/** Longer paragraphs are merged as a whole. */
const WORDS_MAX = 4000;
/** Budget for an edit of up to 500 words. Beyond it the merge is coarser, which can only cause a conflict. */
const STEPS_MAX = 250_000;

/** Merges both changes of one paragraph. Returns null if they touch: at least one unchanged word must separate them. */
export function mergeWords(
  base: string,
  theirs: string,
  yours: string,
  budget = new StepBudget(STEPS_MAX),
): string | null {
  if (theirs === yours || yours === base) return theirs;
  if (theirs === base) return yours;
  const [old, first, second] = [splitWords(base), splitWords(theirs), splitWords(yours)];
  if (Math.max(old.length, first.length, second.length) > WORDS_MAX) return null;
  let merged = '';
  for (const region of mergeParts(old, first, second, budget)) {
    if (!('ok' in region)) return null;
    merged += region.ok.join('');
  }
  return merged;
}
