import { Op } from 'sequelize';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { type AccessChains, loadChains } from '#app/services/access/document-access.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { type CopyPlan, planCopy } from '#app/services/documents/plan-copy.ts';
import { beginCopy, runCopy } from '#app/services/documents/run-copy.ts';
import { models } from '#db/connection.ts';

/** Plans the copy for `duplicateDocument` and throws the same errors. */
export async function planDuplicate(actor: Actor, id: string): Promise<CopyPlan> {
  const chains = await loadChains(actor, [id]);
  const { parentId } = chains.require(id, 'duplicate');
  return planCopy(actor, id, await copyPlace(actor, chains, { id, parentId }));
}

/**
 * Copies a document with its visible branch and files, without shares except NONE in the tree of the same owner; links
 * within the branch refer to the copies. The copy becomes the last child of the same parent if the actor may add one
 * and would see it there, else the actor's last root. Written in batches so that other writes interleave, published as
 * a whole, and completed even if the process ends. Throws `documentNotFound`, and `documentAccessDenied` for an
 * archived document.
 */
export async function duplicateDocument(actor: Actor, id: string): Promise<DocumentEntry> {
  const plan = await planDuplicate(actor, id);
  await runCopy(actor, await beginCopy(actor, plan));
  return getEntry(actor, { id: plan.idOf[id]!, parentId: plan.parentId, permission: 'EDIT' });
}

type Original = { id: string; parentId: string | null };

async function copyPlace(actor: Actor, chains: AccessChains, { id, parentId }: Original) {
  const parent = parentId === null ? null : chains.find(parentId);
  const isBeside = parent?.can.addChild && (parent.isOwner || !(await isClosedToMyGroup(actor, id)));
  return isBeside ? { parentId, ownerId: parent.ownerId } : { parentId: null, ownerId: actor.id };
}

/**
 * Tests whether a NONE entry, which the copy keeps, would close the copy to the actor, who sees the original by another
 * entry.
 */
async function isClosedToMyGroup(actor: Actor, documentId: string): Promise<boolean> {
  const { Share, GroupMember } = await models();
  const closings = await Share.findAll({
    attributes: ['groupId'],
    where: { documentId, permission: 'NONE', groupId: { [Op.ne]: null } },
  });
  const groupIds = closings.map(({ groupId }) => groupId!);
  if (groupIds.includes(EVERYONE_ID)) return true;
  return groupIds.length > 0 && (await GroupMember.count({ where: { userId: actor.id, groupId: groupIds } })) > 0;
}
