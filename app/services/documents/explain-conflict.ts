import { type Aligned, alignTexts } from '#app/services/documents/compare-texts.ts';
import type { Conflict } from '#app/services/documents/reconcile-texts.ts';

/** A conflict as its page shows it: both titles and texts beside each other. */
export type ExplainedConflict = Conflict & {
  titles: Aligned[];
  texts: Aligned[];
  /** The version yours began from. */
  forkedFrom: number | null;
};

/** Makes a conflict readable; `forkedFrom` is what the save began from. */
export function explainConflict(conflict: Conflict, forkedFrom: number | undefined): ExplainedConflict {
  const { current, yours } = conflict;
  return {
    ...conflict,
    titles: alignTexts(current.title, yours.title),
    texts: alignTexts(current.content, yours.content),
    forkedFrom: forkedFrom ?? null,
  };
}
