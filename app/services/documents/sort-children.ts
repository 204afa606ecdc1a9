import type { SortedChildren } from '#app/schemas/documents.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { sortSiblings } from '#app/services/documents/position.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { inTransaction } from '#db/connection.ts';
import { lockTree, lockTreeOf } from '#db/locks.ts';

/**
 * Sorts the children of a document, or the actor's roots, once; later additions and moves keep their own place. Throws
 * `documentNotFound`, `documentAccessDenied`.
 */
export async function sortChildren(
  actor: Actor,
  parentId: string | null,
  { by, order }: SortedChildren,
): Promise<void> {
  await inTransaction(async () => {
    await (parentId === null ? lockTree(actor.id) : lockTreeOf(parentId));
    const ownerId = parentId === null ? actor.id : (await requireAccess(actor, parentId, 'addChild')).ownerId;
    await sortSiblings({ parentId, ownerId }, by, order);
    signal({ kind: 'tree', ownerId, parentId });
  });
}
