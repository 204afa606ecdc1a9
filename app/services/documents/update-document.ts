import { AppError } from '#app/errors.ts';
import type { DocumentChanges } from '#app/schemas/documents.ts';
import { type DocumentAccess, findAccess, requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { type DocumentDetail, getDocument, readDocument } from '#app/services/documents/get-document.ts';
import { moveToEnd } from '#app/services/documents/move-document.ts';
import { type PlannedSave, planSave } from '#app/services/documents/plan-save.ts';
import { setStar } from '#app/services/documents/reader-state.ts';
import { Overtaken, writePlanned } from '#app/services/documents/write-save.ts';
import { planSharedSave, type SharedSave, writeSharedSave } from '#app/services/live/join-save.ts';
import { settledText } from '#app/services/live/settle-document.ts';
import { KeyedTurns } from '#app/threads/keyed-turns.ts';
import { inTransaction, lockTree, select } from '#db/connection.ts';

export type UpdatedDocument = DocumentDetail & { merged?: true };

/** Saves of one document are serialised within a process, so only other processes collide. */
const ATTEMPTS_MAX = 10;

const saves = new KeyedTurns();

/**
 * Applies the given changes, all or none; omitted fields stay. A star alone needs READ. With an old `baseVersion`,
 * merges by words where the changes do not touch. Throws `documentNotFound`, `documentAccessDenied`, `conflict` with
 * both texts, and `unavailable` if concurrent saves keep outrunning the merge.
 */
export async function updateDocument(actor: Actor, id: string, changes: DocumentChanges): Promise<UpdatedDocument> {
  const { isStarred: _, autosave: __, baseVersion: ___, ...edits } = changes;
  const isEdit = Object.values(edits).some((value) => value !== undefined);
  if (!isEdit) return readDocument(actor, await inTransaction(() => starOnly(actor, id, changes)));
  await requireAccess(actor, id, 'edit');
  const { access, merged } = await saves.run(id, () => saveUntilWritten(actor, id, changes));
  // A move may have changed the inherited access and the visibility of the parent.
  const document = await (edits.parentId === undefined ? readDocument(actor, access) : getDocument(actor, id));
  return merged ? { ...document, merged } : document;
}

async function starOnly(actor: Actor, id: string, { isStarred }: DocumentChanges): Promise<DocumentAccess> {
  const access = await findAccess(actor, id);
  if (isStarred === undefined) return access;
  if (access.isArchived) throw new AppError('documentAccessDenied');
  await setStar(actor, id, isStarred);
  return access;
}

async function saveUntilWritten(actor: Actor, id: string, changes: DocumentChanges) {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const { save, merged } = await planSave(actor, id, await settledText(id), changes);
    try {
      const shared = save && (await planSharedSave(id, save));
      const access = await inTransaction(() => write(actor, id, changes, save, shared));
      return { access, merged };
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new AppError('unavailable', { retryAfterSeconds: 1 });
}

async function write(
  actor: Actor,
  id: string,
  { parentId, isStarred, autosave }: DocumentChanges,
  save: PlannedSave | null,
  shared: SharedSave | null,
): Promise<DocumentAccess> {
  const access = await requireAccess(actor, id, 'edit');
  // Lock order: the tree before its rows; otherwise a move and a save could deadlock.
  if (parentId !== undefined) await lockTree(access.ownerId);
  if (save) await writePlanned(id, save, { author: actor.id, autosave });
  if (shared) await writeSharedSave(id, shared);
  if (parentId !== undefined) await moveUnlessThere(actor, access, parentId);
  if (isStarred !== undefined) await setStar(actor, id, isStarred);
  return access;
}

async function moveUnlessThere(actor: Actor, access: DocumentAccess, parentId: string | null): Promise<void> {
  const [row] = await select<{ parentId: string | null }>(
    'SELECT parent_id AS "parentId" FROM documents WHERE id = $id',
    { id: access.id },
  );
  if (row?.parentId !== parentId) await moveToEnd(actor, access.id, parentId);
}
