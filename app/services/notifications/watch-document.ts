import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { inTransaction } from '#db/connection.ts';
import { putWatcher } from '#db/queries/notifications.ts';

/** Sets whether the actor is told what happens in a document. Throws `documentNotFound`, `documentAccessDenied`. */
export async function watchDocument(actor: Actor, documentId: string, isWatching: boolean): Promise<void> {
  await inTransaction(async () => {
    const { id } = await requireAccess(actor, documentId, 'star');
    await putWatcher({ documentId: id, me: actor.id, isWatching: isWatching ? 1 : 0 });
  });
}
