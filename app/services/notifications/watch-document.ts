import type { NotificationKind } from '#app/schemas/mail-choices.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { inTransaction, models } from '#db/connection.ts';
import { putWatcher } from '#db/queries/notifications.ts';

/** `branch` covers the document and everything below it. */
export type Watch = 'off' | 'document' | 'branch';
/** `none`: nothing chosen; the owner, authors and commenters of a document are notified. */
export type WatchChoice = Watch | 'none';

/** Kinds of notifications that come from watching. */
export const OF_WATCHERS: NotificationKind[] = ['comment', 'reply', 'change'];

/** Values of `watchers.is_watching`. */
const VALUES: Record<Watch, number> = { off: 0, document: 1, branch: 2 };
const WATCHES: Watch[] = ['off', 'document', 'branch'];

/**
 * Sets whether the actor is notified of events in a document or its branch; `none` removes the choice. Returns the
 * title of the document and the former choice. Throws `documentNotFound`, `documentAccessDenied`.
 */
export async function watchDocument(
  actor: Pick<Actor, 'id'>,
  documentId: string,
  watch: WatchChoice,
): Promise<{ title: string; before: WatchChoice }> {
  return inTransaction(async () => {
    const { id } = await requireAccess(actor, documentId, 'star');
    const { Document, Watcher } = await models();
    const { title } = (await Document.findByPk(id, { attributes: ['title'] }))!;
    const where = { documentId: id, userId: actor.id };
    const chosen = await Watcher.findOne({ where });
    if (watch === 'none') await Watcher.destroy({ where });
    else await putWatcher({ documentId: id, me: actor.id, isWatching: VALUES[watch] });
    return { title, before: chosen ? WATCHES[chosen.isWatching]! : 'none' };
  });
}
