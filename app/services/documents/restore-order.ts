import { createHash } from 'node:crypto';
import { AppError } from '#app/errors.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { listSiblings, placeSiblings, type Siblings } from '#app/services/documents/position.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { inTransaction } from '#db/connection.ts';
import { lockTree, lockTreeOf } from '#db/locks.ts';

/** The order before a sort is sent in a cookie; longer lists have no undo. */
const SIBLINGS_MAX = 400;
const WIDTH = 2;

/**
 * Returns the order before a sort as text, for `restoreOrder`: a digest of the sorted ids and, for each former place,
 * the sorted one. Null if nothing changed or the list is too long.
 */
export function formerOrder(before: string[], sorted: string[]): string | null {
  if (before.length > SIBLINGS_MAX || before.every((id, place) => id === sorted[place])) return null;
  const places = new Map(sorted.map((id, place) => [id, place]));
  return digestOf(sorted) + before.map((id) => places.get(id)!.toString(36).padStart(WIDTH, '0')).join('');
}

/**
 * Undoes a sort. Throws `conflict` if documents were added, moved or removed since, `documentNotFound`,
 * `documentAccessDenied`.
 */
export async function restoreOrder(actor: Actor, parentId: string | null, former: string): Promise<void> {
  await inTransaction(async () => {
    await (parentId === null ? lockTree(actor.id) : lockTreeOf(parentId));
    const ownerId = parentId === null ? actor.id : (await requireAccess(actor, parentId, 'addChild')).ownerId;
    const siblings: Siblings = { parentId, ownerId };
    const sorted = await listSiblings(siblings);
    await placeSiblings(siblings, orderOf(former, sorted));
    signal({ kind: 'tree', ownerId, parentId });
  });
}

/** Returns the ids in the former order. */
function orderOf(former: string, sorted: string[]): string[] {
  const digest = digestOf(sorted);
  if (!former.startsWith(digest) || sorted.length === 0) throw changedSince();
  const places = former.slice(digest.length).match(/../g) ?? [];
  const ids = new Set(places.map((place) => sorted[Number.parseInt(place, 36)]));
  if (ids.size !== sorted.length || ids.has(undefined)) throw changedSince();
  return [...ids] as string[];
}

const changedSince = () => new AppError('conflict', { fields: { '': [{ key: 'sorting.changed' }] } });
const digestOf = (ids: string[]): string => createHash('sha256').update(ids.join()).digest('hex').slice(0, 16);
