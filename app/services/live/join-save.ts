import type { PlannedSave } from '#app/services/documents/plan-save.ts';
import { StaleVersion } from '#app/services/documents/write-save.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { settleDocument } from '#app/services/live/settle-document.ts';
import { loadState, type Position, replaceState } from '#app/services/live/stored-states.ts';
import { runInThread } from '#app/threads/run-in-thread.ts';

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

/** Writes the change in the transaction of the save. Throws `StaleVersion` if updates came in between. */
export async function writeSharedSave(id: string, { from, state }: SharedSave): Promise<void> {
  const isReplaced = await replaceState(id, from, { state, epoch: from.epoch, isChanged: true });
  if (!isReplaced) throw new StaleVersion();
  signal({ kind: 'changed', documentId: id });
}
