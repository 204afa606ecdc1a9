import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { inTransaction } from '#db/connection.ts';
import { putWatcher } from '#db/queries/notifications.ts';

/** `branch` covers the document and everything below it. */
export type Watch = 'off' | 'document' | 'branch';

/** Values of `watchers.is_watching`. */
const VALUES: Record<Watch, number> = { off: 0, document: 1, branch: 2 };

/**
 * Sets whether the actor is notified of events in a document or its branch. Throws `documentNotFound`,
 * `documentAccessDenied`.
 */
export async function watchDocument(actor: Actor, documentId: string, watch: Watch): Promise<void> {
  await inTransaction(async () => {
    const { id } = await requireAccess(actor, documentId, 'star');
    await putWatcher({ documentId: id, me: actor.id, isWatching: VALUES[watch] });
  });
}
