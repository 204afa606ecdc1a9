import { Op } from 'sequelize';
import { DROP_POSITIONS, type Move } from '#app/schemas/documents.ts';
import { loadChains } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { models } from '#db/connection.ts';

/**
 * Returns the move that would bring a document back to its present place: behind its sibling before it that the actor
 * may see, else to the first place. Throws `documentNotFound`.
 */
export async function moveBackTo(actor: Actor, id: string): Promise<Move> {
  const chains = await loadChains(actor, [id]);
  const { ownerId } = chains.find(id);
  const { parentId, position } = chains.placeOf(id);
  const { Document } = await models();
  const before = await Document.findOne({
    attributes: ['id'],
    where: { parentId, ownerId, archivedAt: null, position: { [Op.lt]: position } },
    order: [['position', 'DESC']],
  });
  const isSeen = before !== null && (await loadChains(actor, [before.id])).tryFind(before.id) !== null;
  if (isSeen) return { id, targetId: before.id, dropPosition: DROP_POSITIONS.after };
  return { id, targetId: parentId, dropPosition: DROP_POSITIONS.into };
}
