import { AppError } from '#app/errors.ts';
import { type DocumentAccess, findAccess } from '#app/services/access/document-access.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { planCopy } from '#app/services/documents/plan-copy.ts';
import { beginCopy, runCopy } from '#app/services/documents/run-copy.ts';

/**
 * Copies a document with all the actor sees below it, without shares; links within the branch lead to the copies, which
 * have files and covers of their own. The copy is the last child of the same parent where the actor may add one, else the
 * last of their own roots. It is made in batches that let others write in between, appears as a whole, and is finished
 * even if the process ends. Throws `documentNotFound`, and `documentAccessDenied` for what is archived.
 */
export async function duplicateDocument(actor: Actor, id: string): Promise<DocumentEntry> {
  const access = await findAccess(actor, id);
  if (access.isArchived) throw new AppError('documentAccessDenied');
  const plan = await planCopy(actor, id, await copyPlace(actor, access));
  await runCopy(actor, await beginCopy(actor, plan));
  return getEntry(actor, await findAccess(actor, plan.idOf[id]!));
}

async function copyPlace(actor: Actor, { parentId }: DocumentAccess) {
  const parent = parentId === null ? null : await findAccess(actor, parentId);
  return parent?.can.addChild ? { parentId, ownerId: parent.ownerId } : { parentId: null, ownerId: actor.id };
}
