import type { Actor } from '#app/services/actor.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { countUnread, findHidden } from '#app/services/notifications/list-notifications.ts';
import { inTransaction } from '#db/connection.ts';
import { readAllNotifications, readNotifications } from '#db/queries/notifications.ts';

/**
 * Marks notifications of the actor as read: some, or all about documents that the actor may read now. Unknown ids are
 * ignored. Returns the number still unread.
 */
export async function markRead(actor: Actor, which: { ids: string[] } | 'all'): Promise<{ unread: number }> {
  const hidden = which === 'all' ? JSON.stringify(await findHidden(actor)) : '[]';
  await inTransaction(async () => {
    const now = Date.now();
    if (which !== 'all') await readNotifications({ me: actor.id, ids: JSON.stringify(which.ids), now });
    else await readAllNotifications({ me: actor.id, hidden, now });
    signal({ kind: 'notification', userIds: [actor.id] });
  });
  return { unread: await countUnread(actor) };
}
