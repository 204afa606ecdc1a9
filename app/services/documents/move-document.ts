import { AppError } from '#app/errors.ts';
import { DROP_POSITIONS, type Move } from '#app/schemas/documents.ts';
import { DEPTH_MAX } from '#app/schemas/limits.ts';
import { type DocumentAccess, findAccess, requireAccess } from '#app/services/access/document-access.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { firstPosition, lastPosition, positionBeside, type Siblings } from '#app/services/documents/position.ts';
import { execute, inTransaction, lockTree, select } from '#db/connection.ts';

type Place = { parentId: string | null; position: (siblings: Siblings) => Promise<number> };

/**
 * Moves a branch before, into (as first child) or after a target; without a target, to the first place at the root.
 * Throws `documentNotFound`, `documentAccessDenied`, `documentCircularReference`.
 */
export async function moveDocument(actor: Actor, { id, targetId, dropPosition }: Move): Promise<DocumentEntry> {
  return inTransaction(async () => {
    const moving = await requireAccess(actor, id, 'move');
    await lockTree(moving.ownerId);
    await place(actor, id, await placeAt(actor, id, targetId, dropPosition));
    return getEntry(actor, await findAccess(actor, id));
  });
}

/** Moves a branch to the end of a parent's children, or of its owner's roots. Throws as `moveDocument` does. */
export async function moveToEnd(actor: Actor, id: string, parentId: string | null): Promise<void> {
  await inTransaction(async () => {
    const moving = await requireAccess(actor, id, 'move');
    await lockTree(moving.ownerId);
    await place(actor, id, { parentId, position: lastPosition });
  });
}

async function placeAt(actor: Actor, id: string, targetId: string | null, drop: Move['dropPosition']): Promise<Place> {
  if (targetId === null) return { parentId: null, position: firstPosition };
  if (drop === DROP_POSITIONS.into) return { parentId: targetId, position: firstPosition };
  const access = await requireAccess(actor, targetId, 'move');
  if (targetId === id) throw new AppError('documentCircularReference');
  const [target] = await select<{ id: string; parentId: string | null; position: number }>(
    'SELECT id, parent_id AS "parentId", position FROM documents WHERE id = $targetId',
    { targetId },
  );
  const beside = target!;
  // The request does not name the invisible parent: report denied, not missing.
  if (beside.parentId !== null && access.parentId === null) throw new AppError('documentAccessDenied');
  return { parentId: beside.parentId, position: (siblings) => positionBeside(siblings, beside, drop, id) };
}

async function place(actor: Actor, id: string, { parentId, position }: Place): Promise<void> {
  // Checks again under the lock: documents may have moved since the first check.
  const moving = await requireAccess(actor, id, 'move');
  await mayLeave(actor, moving);
  if (parentId === null) {
    if (!moving.isOwner) throw new AppError('documentAccessDenied');
  } else {
    await mayEnter(actor, moving, parentId);
  }
  const siblings = { parentId, ownerId: moving.ownerId };
  await execute('UPDATE documents SET parent_id = $parentId, position = $position WHERE id = $id', {
    id,
    parentId,
    position: await position(siblings),
  });
}

/** Removing a child changes its parent: an actor other than the owner needs EDIT there too. */
async function mayLeave(actor: Actor, moving: DocumentAccess): Promise<void> {
  if (moving.isOwner) return;
  if (moving.parentId === null) throw new AppError('documentAccessDenied');
  await requireAccess(actor, moving.parentId, 'addChild');
}

async function mayEnter(actor: Actor, moving: DocumentAccess, parentId: string): Promise<void> {
  const parent = await requireAccess(actor, parentId, 'addChild');
  if (parent.ownerId !== moving.ownerId) throw new AppError('documentAccessDenied');
  if (parentId === moving.id || (await isBelow(parentId, moving.id))) throw new AppError('documentCircularReference');
  if (parent.depth + 1 + (await heightOf(moving.id)) >= DEPTH_MAX) {
    throw new AppError('validationFailed', { fields: { targetId: [{ key: 'move.tooDeep' }] } });
  }
}

/** Checks the whole ancestor chain, including documents the actor cannot see. */
async function isBelow(id: string, ancestorId: string): Promise<boolean> {
  const rows = await select(
    `WITH RECURSIVE up(id) AS (
       SELECT parent_id FROM documents WHERE id = $id
       UNION
       SELECT documents.parent_id FROM up JOIN documents ON documents.id = up.id
     )
     SELECT id FROM up WHERE id = $ancestorId`,
    { id, ancestorId },
  );
  return rows.length > 0;
}

/** Returns the number of levels below a document. */
async function heightOf(id: string): Promise<number> {
  const [row] = await select<{ height: number }>(
    `WITH RECURSIVE below(id, height) AS (
       SELECT id, 0 FROM documents WHERE id = $id
       UNION ALL
       SELECT documents.id, below.height + 1 FROM below JOIN documents ON documents.parent_id = below.id
     )
     SELECT MAX(height) AS height FROM below`,
    { id },
  );
  return row?.height ?? 0;
}
