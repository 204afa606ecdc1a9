import type { Actor } from '#app/services/actor.ts';
import type { Aligned } from '#app/services/documents/compare-texts.ts';
import type { Conflict } from '#app/services/documents/merge-save.ts';
import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';

/** A conflict with both titles and texts aligned for its page. */
export type ExplainedConflict = Conflict & {
  titles: Aligned[];
  texts: Aligned[];
  /** Base version of the actor's change. */
  forkedFrom: number | null;
};

/** Aligns both sides of a conflict for reading; `forkedFrom` is the base version of the save. */
export async function explainConflict(
  actor: Actor,
  conflict: Conflict,
  forkedFrom: number | undefined,
): Promise<ExplainedConflict> {
  const { current, yours } = conflict;
  const [titles, texts] = await Promise.all([
    align(actor, current.title, yours.title),
    align(actor, current.content, yours.content),
  ]);
  return { ...conflict, titles, texts, forkedFrom: forkedFrom ?? null };
}

function align(actor: Actor, theirs: string, yours: string): Promise<Aligned[]> {
  return orFallback(runInThread(actor.id, 'alignTexts', theirs, yours), () => [
    { theirs: [{ kind: 'removed', text: theirs }], yours: [{ kind: 'added', text: yours }] },
  ]);
}
