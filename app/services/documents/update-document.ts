import { AppError } from '#app/errors.ts';
import type { Commenting } from '#app/policies/comment-policy.ts';
import type { DocumentChanges } from '#app/schemas/documents.ts';
import { type DocumentAccess, getAccess, loadChains, requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { type DocumentDetail, detailStep, readDocument } from '#app/services/documents/get-document.ts';
import { moveToEnd } from '#app/services/documents/move-document.ts';
import { currentText, planSave } from '#app/services/documents/plan-save.ts';
import { setStar, starStep } from '#app/services/documents/reader-state.ts';
import { isStale, saveSteps } from '#app/services/documents/write-save.ts';
import { planSharedSave, sharedSteps } from '#app/services/live/join-save.ts';
import { betweenSettlements, settledText } from '#app/services/live/settle-document.ts';
import { KeyedQueue } from '#app/threads/keyed-queue.ts';
import { inTransaction, models, refuseIfBusy } from '#db/connection.ts';
import { lockTreeOf } from '#db/locks.ts';
import { type Step, writeBatch } from '#db/write-batch.ts';

export type UpdatedDocument = DocumentDetail & { merged?: true };

/** Saves of one document are serialised within a process, so conflicts come only from other processes. */
const ATTEMPTS_MAX = 10;

const saves = new KeyedQueue();

/**
 * Applies all given changes or none. Starring requires READ; who may comment is the owner's choice. With an old
 * `baseVersion`, merges changes that do not touch, by word. Throws `documentNotFound`, `documentAccessDenied`,
 * `conflict` with both texts, and `unavailable` if concurrent saves keep outrunning the merge. Access is checked before
 * rendering and, as that takes time, compared in the transaction.
 */
export async function updateDocument(
  actor: Actor,
  document: string | DocumentAccess,
  changes: DocumentChanges,
): Promise<UpdatedDocument> {
  const { isStarred: _, autosave: __, baseVersion: ___, commenting: ____, ...edits } = changes;
  const isEdit = Object.values(edits).some((value) => value !== undefined);
  if (!isEdit) return readDocument(actor, await inTransaction(() => withoutEdit(actor, document, changes)));
  const id = typeof document === 'string' ? document : document.id;
  const queuedAt = Date.now();
  const { updated, merged } = await saves.run(id, async () => {
    refuseIfBusy(queuedAt);
    return saveUntilWritten(actor, id, changes);
  });
  return merged ? { ...updated, merged } : updated;
}

async function withoutEdit(
  actor: Actor,
  document: string | DocumentAccess,
  { isStarred, commenting }: DocumentChanges,
): Promise<DocumentAccess> {
  const access = await getAccess(actor, document);
  if (commenting !== undefined) await setCommenting(actor, access, commenting);
  if (isStarred !== undefined) await setStar(actor, (await requireAccess(actor, access, 'star')).id, isStarred);
  return access;
}

/** Sets who may comment. Requires owner access. */
async function setCommenting(actor: Actor, document: DocumentAccess, commenting: Commenting): Promise<void> {
  const { id } = await requireAccess(actor, document, 'share');
  await (await models()).Document.update({ commenting }, { where: { id } });
}

async function saveUntilWritten(actor: Actor, id: string, changes: DocumentChanges) {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    try {
      if (attempt === 1) return await saveOnce(actor, id, changes, { isBeside: false });
      return await betweenSettlements(id, () => saveOnce(actor, id, changes, { isBeside: true }));
    } catch (error) {
      if (!isStale(error)) throw error;
    }
  }
  throw new AppError('unavailable', { retryAfterSeconds: 1 });
}

/** `isBeside` joins the save to unsettled live edits instead of settling them first. */
async function saveOnce(actor: Actor, id: string, changes: DocumentChanges, { isBeside }: { isBeside: boolean }) {
  const [chains, text] = await Promise.all([loadChains(actor, [id]), isBeside ? currentText(id) : settledText(id)]);
  const access = chains.require(id, 'edit');
  const { save, merged } = await planSave(actor, id, text, changes);
  const shared = save && (await planSharedSave(id, save, { isBeside }));
  const steps: Step[] = [...(save ? saveSteps(id, save) : []), ...(shared ? sharedSteps(id, shared) : [])];
  const isMoreThanText = changes.parentId !== undefined || changes.commenting !== undefined;
  if (isMoreThanText) {
    const moved = await inTransaction(() => write(actor, id, changes, steps));
    return { updated: await readDocument(actor, moved), merged };
  }
  if (changes.isStarred !== undefined) steps.push(starStep(actor, id, changes.isStarred));
  if (steps.length === 0) return { updated: await readDocument(actor, access), merged };
  return { updated: await writeSteps(actor, access, [chains.unchanged, ...steps]), merged };
}

/** Writes a save and reads the document that it left. */
async function writeSteps(actor: Actor, access: DocumentAccess, steps: Step[]): Promise<DocumentDetail> {
  let updated: DocumentDetail | undefined;
  const read = detailStep(actor, access, (detail) => {
    updated = detail;
  });
  await writeBatch([...steps, read]);
  return updated!;
}

/** Writes a save together with a move or who may comment. */
async function write(
  actor: Actor,
  id: string,
  { parentId, isStarred, commenting }: DocumentChanges,
  steps: Step[],
): Promise<DocumentAccess> {
  // Lock order: the tree before its rows; otherwise a move and a save could deadlock.
  if (parentId !== undefined) await lockTreeOf(id);
  const chains = await loadChains(actor, parentId ? [id, parentId] : [id]);
  const access = chains.require(id, 'edit');
  if (commenting !== undefined) await setCommenting(actor, access, commenting);
  await writeBatch(steps);
  if (parentId !== undefined) await moveToEnd(actor, chains, id, parentId);
  if (isStarred !== undefined) await setStar(actor, id, isStarred);
  // A move requires EDIT on the parent, or ownership.
  return parentId === undefined ? access : { ...access, permission: 'EDIT', parentId };
}
