import { AppError } from '#app/errors.ts';
import { mayEnter, mayLeave } from '#app/policies/document-policy.ts';
import { DROP_POSITIONS, type Move } from '#app/schemas/documents.ts';
import { DEPTH_MAX } from '#app/schemas/limits.ts';
import { type AccessChains, type DocumentAccess, loadChains } from '#app/services/access/document-access.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { firstPosition, lastPosition, positionBeside, type Siblings } from '#app/services/documents/position.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { withMoveTakeouts } from '#app/services/takeouts/end-access.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockTreeOf } from '#db/locks.ts';
import { measureHeight } from '#db/queries/branches.ts';

type Place = Siblings & { position: (siblings: Siblings) => Promise<number> };

/**
 * Moves a branch before, into (as first child) or after a target; without a target, to the first place at the root.
 * Throws `documentNotFound`, `documentAccessDenied`, `documentCircularReference`.
 */
export async function moveDocument(actor: Actor, { id, targetId, dropPosition }: Move): Promise<DocumentEntry> {
  return inTransaction(async () => {
    await lockTreeOf(id);
    const chains = await loadChains(actor, targetId === null ? [id] : [id, targetId]);
    const moving = chains.require(id, 'move');
    const place = placeAt(chains, moving, targetId, dropPosition);
    requirePlace(chains, moving, place);
    await movePlace(actor, chains, moving, place);
    // A move requires EDIT on the new parent, so the actor has EDIT here and can see the parent.
    return getEntry(actor, { id, parentId: place.parentId, permission: 'EDIT' });
  });
}

/**
 * Moves a branch to the end of a parent's children, or of its owner's roots; needs the same rights where it is there
 * already, and then leaves its position. `chains` must be loaded under the tree's lock and include the parent. Throws
 * as `moveDocument` does.
 */
export async function moveToEnd(
  actor: Actor,
  chains: AccessChains,
  id: string,
  parentId: string | null,
): Promise<void> {
  const moving = chains.require(id, 'move');
  const ownerId = parentId === null ? moving.ownerId : chains.find(parentId).ownerId;
  const place = { parentId, ownerId, position: lastPosition };
  requirePlace(chains, moving, place);
  if (chains.placeOf(id).parentId !== parentId) await movePlace(actor, chains, moving, place);
}

function placeAt(
  chains: AccessChains,
  { id, ownerId }: DocumentAccess,
  targetId: string | null,
  drop: Move['dropPosition'],
): Place {
  if (targetId === null) return { parentId: null, ownerId, position: firstPosition };
  // The target is looked up first: for an invisible one nothing about the move may be revealed.
  const target = chains.find(targetId);
  if (drop === DROP_POSITIONS.into) return { parentId: targetId, ownerId: target.ownerId, position: firstPosition };
  const access = chains.require(targetId, 'move');
  if (targetId === id) throw new AppError('documentCircularReference');
  const beside = chains.placeOf(targetId);
  // The request does not name the invisible parent: report denied, not missing.
  if (beside.parentId !== null && access.parentId === null) throw new AppError('documentAccessDenied');
  const position = (siblings: Siblings) => positionBeside(siblings, beside, drop, id);
  return { parentId: beside.parentId, ownerId: access.ownerId, position };
}

/** A branch stays among its owner's documents, whether it gets another parent, another place or neither. */
function requirePlace(chains: AccessChains, moving: DocumentAccess, { parentId, ownerId }: Siblings): void {
  const left = moving.parentId === null ? null : chains.find(moving.parentId);
  const entered = parentId === null ? null : chains.find(parentId);
  const isOpen = entered ? mayEnter(moving, entered) : moving.can.moveToRoot;
  if (!isOpen || !mayLeave(moving, left?.can) || ownerId !== moving.ownerId) throw new AppError('documentAccessDenied');
}

async function movePlace(
  actor: Actor,
  chains: AccessChains,
  moving: DocumentAccess,
  { parentId, ownerId, position }: Place,
): Promise<void> {
  if (parentId !== null) await requireRoom(chains, moving, parentId);
  const siblings = { parentId, ownerId };
  const place = { parentId, position: await position(siblings) };
  const { parentId: left } = chains.placeOf(moving.id);
  const moved = left === parentId ? {} : { movedAt: Date.now(), movedBy: actor.id };
  const { Document } = await models();
  const write = () => Document.update({ ...place, ...moved }, { where: { id: moving.id } });
  // Roots inherit no share that a move could end.
  if (left === null || left === parentId) await write();
  else await withMoveTakeouts(moving.id, write);
  signal({ kind: 'tree', ...siblings });
  if (left !== parentId) signal({ kind: 'tree', ownerId, parentId: left });
}

async function requireRoom(chains: AccessChains, moving: DocumentAccess, parentId: string): Promise<void> {
  if (chains.isWithin(parentId, moving.id)) throw new AppError('documentCircularReference');
  if (chains.find(parentId).depth + 1 + (await heightOf(moving.id)) >= DEPTH_MAX) {
    throw new AppError('validationFailed', { fields: { targetId: [{ key: 'move.tooDeep' }] } });
  }
}

/** Returns the number of levels below a document. */
async function heightOf(id: string): Promise<number> {
  const [row] = await measureHeight({ id });
  return row?.height ?? 0;
}
