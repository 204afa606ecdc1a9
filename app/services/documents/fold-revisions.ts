import { equalEnds } from '#app/services/documents/pack-text.ts';
import { findLastRevision } from '#db/queries/texts.ts';

const FOLD_WITHIN_MS = 5 * 60 * 1000;
/** Amount removed, by one autosave or by a run, from which the previous revision stays listed. */
const REMOVED_SHARE = 1 / 5;
const REMOVED_CHARACTERS = 200;

/** State of an autosave run. */
type Run = { autosavedSince: number | null; removed: number; removedFrom: number | null };
/** Whether a revision is left out of the list. */
type Fold = { version: number; folded: 0 | 1 };
export type PlannedRun = { run: Run; folds: Fold[] };
/** Stands for a manual save, which starts no run and folds no revision. */
export const NO_RUN: PlannedRun = { run: { autosavedSince: null, removed: 0, removedFrom: null }, folds: [] };
/** Text removed by a save, and both lengths, in UTF-16 units. */
export type Removal = { removedNow: number; lengthBefore: number; lengthAfter: number };
/** `writers` are all authors of the save. */
type Autosave = Removal & { documentId: string; writers: string[]; now: number };

/** Measures the characters between the common start and end of both texts: a cheap upper bound of the removal. */
export function removalBetween(before: string, after: string): Removal {
  const { head, tail } = equalEnds(before, after);
  return { removedNow: before.length - head - tail, lengthBefore: before.length, lengthAfter: after.length };
}

/**
 * Plans the revision of an autosave: its state in a run of autosaves, and which revisions to list or fold. Autosaves of
 * the same writers within five minutes are a run. The text before stays listed if the save removes a fifth of it, or
 * the run 200 characters. Valid while the document keeps its version.
 */
export async function planRun(autosave: Autosave): Promise<PlannedRun> {
  const { documentId, writers, now, removedNow, lengthBefore, lengthAfter } = autosave;
  const [last] = await findLastRevision({ documentId });
  const isRun = last?.since != null && isBy(writers, last) && last.since > now - FOLD_WITHIN_MS;
  // A new run folds nothing, so every removal stays listed.
  if (!isRun) return { run: { autosavedSince: now, removed: 0, removedFrom: null }, folds: [] };
  const since = last.since as number;
  const isShrinking = lengthAfter < lengthBefore;
  const removed = isShrinking ? last.removed + removedNow : 0;
  const removedFrom = isShrinking ? (last.removedFrom ?? last.version) : null;
  const isMuchAtOnce =
    removedNow >= REMOVED_CHARACTERS || (removedNow > 0 && removedNow >= lengthBefore * REMOVED_SHARE);
  const isMuch = isMuchAtOnce || removed >= REMOVED_CHARACTERS;
  const folds: Fold[] = isMuchAtOnce ? [] : [{ version: last.version, folded: 1 }];
  if (!isMuch) return { run: { autosavedSince: since, removed, removedFrom }, folds };
  if (removedFrom !== null) folds.push({ version: removedFrom, folded: 0 });
  return { run: { autosavedSince: since, removed: 0, removedFrom: null }, folds };
}

function isBy(writers: string[], last: { authorId: string; writers: string | null }): boolean {
  const before = [last.authorId, ...(last.writers?.split(' ') ?? [])].sort();
  return [...new Set(writers)].sort().join(' ') === before.join(' ');
}
