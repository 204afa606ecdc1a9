import type { PlannedSave } from '#app/services/documents/plan-save.ts';
import { StaleVersion } from '#app/services/documents/write-save.ts';
import { settleDocument } from '#app/services/live/settle-document.ts';
import { loadState, type Position, stateSteps } from '#app/services/live/stored-states.ts';
import { runInThread } from '#app/threads/run-in-thread.ts';
import type { Step } from '#db/write-batch.ts';

/** A save as a change of the shared state; `from` is the state's position before it. */
export type SharedSave = { from: Position; state: Uint8Array };

/**
 * Computes the change a save makes to the shared live state; null without one. If the state has unsettled updates,
 * settles them and throws `StaleVersion`, so that the save is planned again on the new text.
 */
export async function planSharedSave(id: string, { from, title, content }: PlannedSave): Promise<SharedSave | null> {
  const isSame = title === from.title && content === from.content;
  if (from.liveEpoch === null || isSame) return null;
  const stored = await loadState(id);
  if (!stored || stored.epoch !== from.liveEpoch) throw new StaleVersion();
  if (stored.updates.length > 0) {
    await settleDocument(id);
    throw new StaleVersion();
  }
  return { from: stored, state: await runInThread(id, 'changeState', [stored.state], { title, content }) };
}

/** Steps that write the change; refused if updates came in between. */
export const sharedSteps = (id: string, { from, state }: SharedSave): Step[] =>
  stateSteps(id, from, { state, epoch: from.epoch, isChanged: true });
