import type { SortedChildren } from '#app/schemas/documents.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { listSiblings, sortSiblings } from '#app/services/documents/position.ts';
import { formerOrder } from '#app/services/documents/restore-order.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { inTransaction } from '#db/connection.ts';
import { lockTree, lockTreeOf } from '#db/locks.ts';

/**
 * Sorts the children of a document, or the actor's roots, once; later additions and moves keep their own place. Returns
 * the order before, for `restoreOrder`; null if there is nothing to undo. Throws `documentNotFound`,
 * `documentAccessDenied`.
 */
export async function sortChildren(
  actor: Actor,
  parentId: string | null,
  { by, order }: SortedChildren,
): Promise<string | null> {
  return inTransaction(async () => {
    await (parentId === null ? lockTree(actor.id) : lockTreeOf(parentId));
    const ownerId = parentId === null ? actor.id : (await requireAccess(actor, parentId, 'addChild')).ownerId;
    const siblings = { parentId, ownerId };
    const before = await listSiblings(siblings);
    await sortSiblings(siblings, by, order);
    signal({ kind: 'tree', ownerId, parentId });
    return formerOrder(before, await listSiblings(siblings));
  });
}
