import { AppError } from '#app/errors.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { dropUploads } from '#app/services/transfer/import/stored-uploads.ts';
import { lockTreesOfImport, type TakenBack, takeBack } from '#app/services/transfer/import/take-back.ts';
import { afterCommit, inTransaction, models } from '#db/connection.ts';

/**
 * Undoes an import: takes back what it wrote, and removes its report. Throws `notFound` for another person's import,
 * `documentAccessDenied` if the actor may no longer edit.
 */
export async function undoImport(actor: Actor, id: string): Promise<TakenBack> {
  return inTransaction(async () => {
    const { Import } = await models();
    const found = await Import.findOne({ where: { id, userId: actor.id } });
    if (!found) throw new AppError('notFound');
    await requireEditable(actor, id);
    const undone = await takeBack(found);
    await Import.destroy({ where: { id } });
    afterCommit(() => void dropUploads(id, found.sources));
    return undone;
  });
}

/** Own documents need no check; access to those in another owner's tree may have been revoked. */
async function requireEditable(actor: Actor, id: string): Promise<void> {
  for (const { ownerId, someId } of await lockTreesOfImport(id)) {
    if (ownerId === actor.id) continue;
    await requireAccess(actor, someId, 'edit');
  }
}
