import type { Actor } from '#app/services/actor.ts';
import { equalEnds } from '#app/services/documents/pack-text.ts';
import { models } from '#db/connection.ts';
import { findLastRevision } from '#db/queries/texts.ts';

const FOLD_WITHIN_MS = 5 * 60 * 1000;
/** Amount removed, by one autosave or by a run, from which the previous revision stays listed. */
const REMOVED_SHARE = 1 / 5;
const REMOVED_CHARACTERS = 200;

/** State of an autosave run. */
export type Run = { autosavedSince: number; removed: number; removedFrom: number | null };
/** Text removed by a save, and both lengths, in UTF-16 units. */
export type Removal = { removedNow: number; lengthBefore: number; lengthAfter: number };
type Autosave = Removal & { documentId: string; now: number };

/** Measures the characters between the common start and end of both texts: a cheap upper bound of the removal. */
export function removalBetween(before: string, after: string): Removal {
  const { head, tail } = equalEnds(before, after);
  return { removedNow: before.length - head - tail, lengthBefore: before.length, lengthAfter: after.length };
}

const setFolded = async (documentId: string, version: number, folded: 0 | 1) =>
  (await models()).Revision.update({ folded }, { where: { documentId, version } });

/**
 * Folds the author's previous autosave into the new one, within five minutes of the first of the run. Call in the
 * saving transaction. The text before stays listed if the save removes a fifth of it, or if the run removes 200
 * characters in steps.
 */
export async function continueRun(actor: Pick<Actor, 'id'>, autosave: Autosave): Promise<Run> {
  const { documentId, now, removedNow, lengthBefore, lengthAfter } = autosave;
  const [last] = await findLastRevision({ documentId });
  const isRun = last?.since != null && last.authorId === actor.id && last.since > now - FOLD_WITHIN_MS;
  // A new run folds nothing, so every removal stays listed.
  if (!isRun) return { autosavedSince: now, removed: 0, removedFrom: null };
  const since = last.since as number;
  const isShrinking = lengthAfter < lengthBefore;
  const removed = isShrinking ? last.removed + removedNow : 0;
  const removedFrom = isShrinking ? (last.removedFrom ?? last.version) : null;
  const isMuchAtOnce =
    removedNow >= REMOVED_CHARACTERS || (removedNow > 0 && removedNow >= lengthBefore * REMOVED_SHARE);
  const isMuch = isMuchAtOnce || removed >= REMOVED_CHARACTERS;
  if (!isMuchAtOnce) await setFolded(documentId, last.version, 1);
  if (!isMuch) return { autosavedSince: since, removed, removedFrom };
  if (removedFrom !== null) await setFolded(documentId, removedFrom, 0);
  return { autosavedSince: since, removed: 0, removedFrom: null };
}
