import { diffParts, type Hunk } from '#app/differences/diff-parts.ts';
import { StepBudget } from '#app/differences/step-budget.ts';

/** About 20 ms, as these comparisons run between two keys. */
const STEPS_MOST = 400_000;

/** Returns the differences between two lists of parts; a range that takes too long becomes one. */
export const quickDifferences = (before: string[], after: string[]): Hunk[] =>
  diffParts(before, after, new StepBudget(STEPS_MOST));
