import { diffParts } from '#app/differences/diff-parts.ts';
import { STEPS_MAX, StepBudget } from '#app/differences/step-budget.ts';
import { splitWords } from '#app/services/documents/split-words.ts';

/** Replaces the characters [`from`, `to`) of the old text, in UTF-16 units. */
export type Replacement = { from: number; to: number; insert: string };

/** Changed parts with more UTF-16 units are replaced as a whole. */
const WORDS_MAX = 20_000;
const WORD_STEPS_MAX = 500_000;

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/**
 * Returns the replacements that turn one text into another, by line and then by word. They are ordered and do not
 * overlap.
 */
export function replacementsBetween(before: string, after: string): Replacement[] {
  const budget = new StepBudget(WORD_STEPS_MAX);
  return differences(linesOf(before), linesOf(after), 0, new StepBudget(STEPS_MAX)).flatMap(({ from, to, insert }) => {
    const words = splitWords(before.slice(from, to));
    const newWords = splitWords(insert);
    const isLong = words.length + newWords.length > WORDS_MAX;
    return isLong ? [{ from, to, insert }] : differences(words, newWords, from, budget);
  });
}

function differences(before: string[], after: string[], start: number, budget: StepBudget): Replacement[] {
  const ends = endsOf(before, start);
  return diffParts(before, after, budget).map(({ at, end, newAt, newEnd }) => ({
    from: at === 0 ? start : ends[at - 1]!,
    to: end === 0 ? start : ends[end - 1]!,
    insert: after.slice(newAt, newEnd).join(''),
  }));
}

function endsOf(parts: string[], start: number): number[] {
  let end = start;
  return parts.map((part) => {
    end += part.length;
    return end;
  });
}
