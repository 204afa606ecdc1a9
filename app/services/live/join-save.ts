import type { PlannedSave } from '#app/services/documents/plan-save.ts';
import { StaleVersion } from '#app/services/documents/write-save.ts';
import { settleDocument } from '#app/services/live/settle-document.ts';
import type { ChangedState } from '#app/services/live/shared-text.ts';
import { changeSteps, loadState, type Position, replaceSteps } from '#app/services/live/stored-states.ts';
import { runInThread } from '#app/threads/run-in-thread.ts';
import type { Step } from '#db/write-batch.ts';

/** A save as a change of the shared state; `from` is the state's position before it. */
export type SharedSave = { from: Position; changed: ChangedState; isBeside: boolean };

/**
 * Computes the change a save makes to the shared live state; null without one. If the state has unsettled updates,
 * settles them and throws `StaleVersion`, so that the save is planned again on the new text. With `isBeside` the save
 * joins beside them: while people write, a long text is never settled up to its last letter.
 */
export async function planSharedSave(
  id: string,
  { from, title, content }: PlannedSave,
  { isBeside }: { isBeside: boolean },
): Promise<SharedSave | null> {
  const isSame = title === from.title && content === from.content;
  if (from.liveEpoch === null || isSame) return null;
  const stored = await loadState(id);
  if (!stored || stored.epoch !== from.liveEpoch) throw new StaleVersion();
  if (stored.updates.length > 0 && !isBeside) {
    await settleDocument(id);
    throw new StaleVersion();
  }
  // Unchanged texts are not rewritten: somebody may be typing a title that is blank or ends with a space for now.
  const target = {
    ...(title !== from.title && { title }),
    ...(content !== from.content && { content }),
  };
  const changed = await runInThread(id, 'changeState', [stored.state], target);
  return { from: stored, changed, isBeside: stored.updates.length > 0 };
}

/**
 * Steps that write the change; refused if another save or a settlement came in between, without `isBeside` updates too.
 */
export const sharedSteps = (id: string, { from, changed, isBeside }: SharedSave): Step[] =>
  isBeside
    ? changeSteps(id, from, changed)
    : replaceSteps(id, from, { state: changed.state, epoch: from.epoch, isChanged: true });
