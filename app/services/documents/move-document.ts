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
import { withMoveTakeouts } from '#app/services/takeouts/record-move.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockTreeOf } from '#db/locks.ts';
import { measureHeight } from '#db/queries/branches.ts';

type Place = { parentId: string | null; position: (siblings: Siblings) => Promise<number> };

/**
 * Moves a branch before, into (as first child) or after a target; without a target, to the first place at the root.
 * Throws `documentNotFound`, `documentAccessDenied`, `documentCircularReference`.
 */
export async function moveDocument(actor: Actor, { id, targetId, dropPosition }: Move): Promise<DocumentEntry> {
  return inTransaction(async () => {
    await lockTreeOf(id);
    const chains = await loadChains(actor, targetId === null ? [id] : [id, targetId]);
    const moving = chains.require(id, 'move');
    // Check the target first: for an invisible target nothing else about the move may be revealed.
    if (targetId !== null) chains.find(targetId);
    const place = placeAt(chains, id, targetId, dropPosition);
    await movePlace(actor, chains, moving, place);
    // A move requires EDIT on the new parent, so the actor has EDIT here and can see the parent.
    return getEntry(actor, { id, parentId: place.parentId, permission: 'EDIT' });
  });
}

/**
 * Moves a branch to the end of a parent's children, or of its owner's roots. `chains` must be loaded under the tree's
 * lock and include the parent. Throws as `moveDocument` does.
 */
export async function moveToEnd(
  actor: Actor,
  chains: AccessChains,
  id: string,
  parentId: string | null,
): Promise<void> {
  await movePlace(actor, chains, chains.require(id, 'move'), { parentId, position: lastPosition });
}

function placeAt(chains: AccessChains, id: string, targetId: string | null, drop: Move['dropPosition']): Place {
  if (targetId === null) return { parentId: null, position: firstPosition };
  if (drop === DROP_POSITIONS.into) return { parentId: targetId, position: firstPosition };
  const access = chains.require(targetId, 'move');
  if (targetId === id) throw new AppError('documentCircularReference');
  const beside = chains.placeOf(targetId);
  // The request does not name the invisible parent: report denied, not missing.
  if (beside.parentId !== null && access.parentId === null) throw new AppError('documentAccessDenied');
  return { parentId: beside.parentId, position: (siblings) => positionBeside(siblings, beside, drop, id) };
}

async function movePlace(
  actor: Actor,
  chains: AccessChains,
  moving: DocumentAccess,
  { parentId, position }: Place,
): Promise<void> {
  requireLeave(chains, moving);
  if (parentId !== null) await requireEnter(chains, moving, parentId);
  else if (!moving.can.moveToRoot) throw new AppError('documentAccessDenied');
  const siblings = { parentId, ownerId: moving.ownerId };
  const place = { parentId, position: await position(siblings) };
  const { parentId: left } = chains.placeOf(moving.id);
  const moved = left === parentId ? {} : { movedAt: Date.now(), movedBy: actor.id };
  const { Document } = await models();
  const write = () => Document.update({ ...place, ...moved }, { where: { id: moving.id } });
  // Roots inherit no share that a move could end.
  if (left === null || left === parentId) await write();
  else await withMoveTakeouts(moving, write);
  signal({ kind: 'tree', ...siblings });
  if (left !== parentId) signal({ kind: 'tree', ownerId: moving.ownerId, parentId: left });
}

function requireLeave(chains: AccessChains, moving: DocumentAccess): void {
  const parent = moving.parentId === null ? null : chains.find(moving.parentId);
  if (!mayLeave(moving, parent?.can)) throw new AppError('documentAccessDenied');
}

async function requireEnter(chains: AccessChains, moving: DocumentAccess, parentId: string): Promise<void> {
  const parent = chains.find(parentId);
  if (!mayEnter(moving, parent)) throw new AppError('documentAccessDenied');
  if (chains.isWithin(parentId, moving.id)) throw new AppError('documentCircularReference');
  if (parent.depth + 1 + (await heightOf(moving.id)) >= DEPTH_MAX) {
    throw new AppError('validationFailed', { fields: { targetId: [{ key: 'move.tooDeep' }] } });
  }
}

/** Returns the number of levels below a document. */
async function heightOf(id: string): Promise<number> {
  const [row] = await measureHeight({ id });
  return row?.height ?? 0;
}
