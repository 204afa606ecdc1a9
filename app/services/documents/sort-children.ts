import type { SortedChildren } from '#app/schemas/documents.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { sortSiblings } from '#app/services/documents/position.ts';
import { inTransaction, lockTree } from '#db/connection.ts';

/**
 * Puts the children of a document in order, or the actor's own roots; what is added or moved later goes where it is put.
 * Throws `documentNotFound`, `documentAccessDenied`.
 */
export async function sortChildren(
  actor: Actor,
  parentId: string | null,
  { by, order }: SortedChildren,
): Promise<void> {
  await inTransaction(async () => {
    const ownerId = parentId === null ? actor.id : (await requireAccess(actor, parentId, 'addChild')).ownerId;
    await lockTree(ownerId);
    await sortSiblings({ parentId, ownerId }, by, order);
  });
}
