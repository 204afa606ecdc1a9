import { type AccessChains, loadChains } from '#app/services/access/document-access.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { type CopyPlan, planCopy } from '#app/services/documents/plan-copy.ts';
import { beginCopy, runCopy } from '#app/services/documents/run-copy.ts';

/** Plans the copy for `duplicateDocument` and throws the same errors. */
export async function planDuplicate(actor: Actor, id: string): Promise<CopyPlan> {
  const chains = await loadChains(actor, [id]);
  const { parentId } = chains.require(id, 'duplicate');
  return planCopy(actor, id, copyPlace(actor, chains, parentId));
}

/**
 * Copies a document with its visible branch and files, without shares; links within the branch refer to the copies. The
 * copy becomes the last child of the same parent if the actor may add one, else the actor's last root. Written in
 * batches so that other writes interleave, published as a whole, and completed even if the process ends. Throws
 * `documentNotFound`, and `documentAccessDenied` for an archived document.
 */
export async function duplicateDocument(actor: Actor, id: string): Promise<DocumentEntry> {
  const plan = await planDuplicate(actor, id);
  await runCopy(actor, await beginCopy(actor, plan));
  return getEntry(actor, { id: plan.idOf[id]!, parentId: plan.parentId, permission: 'EDIT' });
}

function copyPlace(actor: Actor, chains: AccessChains, parentId: string | null) {
  const parent = parentId === null ? null : chains.find(parentId);
  return parent?.can.addChild ? { parentId, ownerId: parent.ownerId } : { parentId: null, ownerId: actor.id };
}
