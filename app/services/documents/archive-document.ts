import { AppError } from '#app/errors.ts';
import { type DocumentAccess, requireAccess } from '#app/services/access/document-access.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { lastPosition } from '#app/services/documents/position.ts';
import { deleteDocumentsWhere } from '#app/services/documents/purge-deleted.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { signalReaders } from '#app/services/shares/signal-readers.ts';
import { recordTakeouts } from '#app/services/takeouts/record-takeouts.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockTreeOf } from '#db/locks.ts';
import { archiveBranch, findParentState, IN_BRANCH, restoreBranch } from '#db/queries/branches.ts';
import { findBranchReaders } from '#db/queries/shares.ts';

/** Archives a branch: removes it from tree, lists and search. Throws `documentNotFound`, `documentAccessDenied`. */
export async function archiveDocument(actor: Actor, id: string): Promise<DocumentEntry> {
  return inTransaction(async () => {
    await lockTreeOf(id);
    const access = await requireAccess(actor, id, 'own');
    await archiveBranch({ id, now: Date.now() });
    signalReaders(await findBranchReaders({ id }));
    signal({ kind: 'tree', ownerId: access.ownerId, parentId: access.parentId });
    return getEntry(actor, access);
  });
}

/**
 * Restores the document and everything archived with it to its place, or to the root if its parent is gone or archived.
 * Throws `documentNotFound`, `documentAccessDenied`, `documentExists` if it is not archived.
 */
export async function restoreDocument(actor: Actor, id: string): Promise<DocumentEntry> {
  return inTransaction(async () => {
    await lockTreeOf(id);
    const access = await requireAccess(actor, id, 'own');
    if (!access.isArchived) throw new AppError('documentExists');
    await restoreBranch({ id });
    const isRoot = await leaveArchivedParent(id, access.ownerId);
    signalReaders(await findBranchReaders({ id }));
    signal({ kind: 'tree', ownerId: access.ownerId, parentId: isRoot ? null : access.parentId });
    return getEntry(actor, isRoot ? { ...access, parentId: null } : access);
  });
}

/** Throws what deleting the document would: the errors of `archiveDocument`, and `notArchived`. */
export async function requireDeletable(actor: Actor, id: string): Promise<DocumentAccess> {
  const access = await requireAccess(actor, id, 'own');
  if (!access.can.delete) throw new AppError('notArchived');
  return access;
}

/**
 * Permanently deletes an archived branch. Other authors receive takeouts of what they wrote. Throws as
 * `archiveDocument`, and `notArchived`.
 */
export async function deleteDocument(actor: Actor, id: string): Promise<void> {
  await inTransaction(async () => {
    await lockTreeOf(id);
    const { ownerId, parentId } = await requireDeletable(actor, id);
    await recordTakeouts({ cause: 'deleted', condition: `documents.${IN_BRANCH}`, bind: { id } });
    const documents = await deleteDocumentsWhere(IN_BRANCH, { id });
    signal({ kind: 'tree', ownerId, parentId });
    await recordEvent(actor.id, { action: 'document.delete', subject: id, detail: { documents } });
  });
}

/** Moves the document to the root if its parent is archived. Returns true if it did. */
async function leaveArchivedParent(id: string, ownerId: string): Promise<boolean> {
  const [parent] = await findParentState({ id });
  if (!parent || parent.archivedAt === null) return false;
  const position = await lastPosition({ parentId: null, ownerId });
  await (await models()).Document.update({ parentId: null, position }, { where: { id } });
  return true;
}
