import { AppError } from '#app/errors.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { lastPosition } from '#app/services/documents/position.ts';
import { execute, inTransaction, lockTreeOf, select } from '#db/connection.ts';

const SUBTREE = `WITH RECURSIVE subtree(id) AS (
    SELECT id FROM documents WHERE id = $id
    UNION ALL
    SELECT documents.id FROM subtree JOIN documents ON documents.parent_id = subtree.id
  )`;

/** Archives a branch: removes it from tree, lists and search. Throws `documentNotFound`, `documentAccessDenied`. */
export async function archiveDocument(actor: Actor, id: string): Promise<DocumentEntry> {
  return inTransaction(async () => {
    await lockTreeOf(id);
    const access = await requireAccess(actor, id, 'own');
    await execute(
      `UPDATE documents SET archived_at = $now, archive_root_id = $id
       WHERE archived_at IS NULL AND id IN (${SUBTREE} SELECT id FROM subtree)`,
      { id, now: Date.now() },
    );
    return getEntry(actor, access);
  });
}

/**
 * Restores what was archived with the document, to its place, or to the root if its parent is gone or archived. Throws
 * `documentNotFound`, `documentAccessDenied`.
 */
export async function restoreDocument(actor: Actor, id: string): Promise<DocumentEntry> {
  return inTransaction(async () => {
    await lockTreeOf(id);
    const access = await requireAccess(actor, id, 'own');
    await execute(
      `UPDATE documents SET archived_at = NULL, archive_root_id = NULL
       WHERE archive_root_id = (SELECT archive_root_id FROM documents WHERE id = $id)
         AND id IN (${SUBTREE} SELECT id FROM subtree)`,
      { id },
    );
    const isRoot = await leaveArchivedParent(id, access.ownerId);
    return getEntry(actor, isRoot ? { ...access, parentId: null } : access);
  });
}

/** Permanently deletes an archived branch. Also throws `notArchived`. */
export async function deleteDocument(actor: Actor, id: string): Promise<void> {
  await inTransaction(async () => {
    await lockTreeOf(id);
    const { can } = await requireAccess(actor, id, 'own');
    if (!can.delete) throw new AppError('notArchived');
    await execute(`DELETE FROM documents WHERE id IN (${SUBTREE} SELECT id FROM subtree)`, { id });
  });
}

/** Returns whether the document became a root. */
async function leaveArchivedParent(id: string, ownerId: string): Promise<boolean> {
  const [parent] = await select<{ archivedAt: number | null }>(
    `SELECT parent.archived_at AS "archivedAt" FROM documents
     JOIN documents AS parent ON parent.id = documents.parent_id WHERE documents.id = $id`,
    { id },
  );
  if (!parent || parent.archivedAt === null) return false;
  await execute('UPDATE documents SET parent_id = NULL, position = $position WHERE id = $id', {
    id,
    position: await lastPosition({ parentId: null, ownerId }),
  });
  return true;
}
