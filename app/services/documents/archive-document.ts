import { AppError } from '#app/errors.ts';
import { findAccess } from '#app/services/access/document-access.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { lastPosition } from '#app/services/documents/position.ts';
import { takeAway } from '#app/services/documents/take-away.ts';
import { execute, inTransaction, lockTree, select } from '#db/connection.ts';

const SUBTREE = `WITH RECURSIVE subtree(id) AS (
    SELECT id FROM documents WHERE id = $id
    UNION ALL
    SELECT documents.id FROM subtree JOIN documents ON documents.parent_id = subtree.id
  )`;

/** Archives a branch: removes it from tree, lists and search. Throws `documentNotFound`, `documentAccessDenied`. */
export async function archiveDocument(actor: Actor, id: string): Promise<DocumentEntry> {
  return inTransaction(async () => {
    const { ownerId } = await requireOwner(actor, id);
    await lockTree(ownerId);
    await execute(
      `UPDATE documents SET archived_at = $now, archive_root_id = $id
       WHERE archived_at IS NULL AND id IN (${SUBTREE} SELECT id FROM subtree)`,
      { id, now: Date.now() },
    );
    return getEntry(actor, await findAccess(actor, id));
  });
}

/**
 * Restores what was archived with the document, to its place, or to the root if its parent is gone or archived. Throws
 * `documentNotFound`, `documentAccessDenied`.
 */
export async function restoreDocument(actor: Actor, id: string): Promise<DocumentEntry> {
  return inTransaction(async () => {
    const { ownerId } = await requireOwner(actor, id);
    await lockTree(ownerId);
    await execute(
      `UPDATE documents SET archived_at = NULL, archive_root_id = NULL
       WHERE archive_root_id = (SELECT archive_root_id FROM documents WHERE id = $id)
         AND id IN (${SUBTREE} SELECT id FROM subtree)`,
      { id },
    );
    await leaveArchivedParent(id, ownerId);
    return getEntry(actor, await findAccess(actor, id));
  });
}

/** Permanently deletes an archived branch. Also throws `notArchived`. */
export async function deleteDocument(actor: Actor, id: string): Promise<void> {
  await inTransaction(async () => {
    const access = await requireOwner(actor, id);
    if (!access.isArchived) throw new AppError('notArchived');
    await lockTree(access.ownerId);
    await takeAway(`id IN (${SUBTREE} SELECT id FROM subtree)`, { id });
  });
}

async function requireOwner(actor: Actor, id: string) {
  const access = await findAccess(actor, id);
  if (!access.isOwner) throw new AppError('documentAccessDenied');
  return access;
}

async function leaveArchivedParent(id: string, ownerId: string): Promise<void> {
  const [parent] = await select<{ archivedAt: number | null }>(
    `SELECT parent.archived_at AS "archivedAt" FROM documents
     JOIN documents AS parent ON parent.id = documents.parent_id WHERE documents.id = $id`,
    { id },
  );
  if (!parent || parent.archivedAt === null) return;
  await execute('UPDATE documents SET parent_id = NULL, position = $position WHERE id = $id', {
    id,
    position: await lastPosition({ parentId: null, ownerId }),
  });
}
