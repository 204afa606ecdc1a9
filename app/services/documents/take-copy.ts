import { AppError } from '#app/errors.ts';
import { mayTakeCopy } from '#app/policies/document-policy.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { Actor } from '#app/services/actor.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { type CopyPlan, planCopy } from '#app/services/documents/plan-copy.ts';
import { beginCopy, runCopy } from '#app/services/documents/run-copy.ts';
import { models } from '#db/connection.ts';

/** Plans the copy for `takeCopy` and throws the same errors. */
export async function planTakeCopy(actor: Actor, id: string): Promise<CopyPlan> {
  const access = await requireAccess(actor, id, 'duplicate');
  const document = await (await models()).Document.findByPk(id, { attributes: ['createdBy'] });
  if (!mayTakeCopy(access, document?.createdBy === actor.id)) throw new AppError('documentAccessDenied');
  return planCopy(actor, id, { parentId: null, ownerId: actor.id }, { createdBy: actor.id });
}

/**
 * Copies the documents that the actor created in a branch of another owner's tree as the actor's last root, with icons,
 * files and covers. Other authors' documents are omitted, and their children move up. Throws `documentNotFound`, and
 * `documentAccessDenied` unless the actor created the document and does not own it.
 */
export async function takeCopy(actor: Actor, id: string): Promise<DocumentEntry> {
  const plan = await planTakeCopy(actor, id);
  await runCopy(actor, await beginCopy(actor, plan));
  return getEntry(actor, { id: plan.idOf[id]!, parentId: null, permission: 'EDIT' });
}
