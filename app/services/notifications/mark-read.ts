import type { Actor } from '#app/services/actor.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { countUnread } from '#app/services/notifications/list-notifications.ts';
import { inTransaction, models } from '#db/connection.ts';
import { readNotifications } from '#db/queries/notifications.ts';

/**
 * Marks notifications of the actor as read, or all of them. Unknown ids are ignored. Returns the number still unread.
 */
export async function markRead(actor: Actor, which: { ids: string[] } | 'all'): Promise<{ unread: number }> {
  await inTransaction(async () => {
    const now = Date.now();
    if (which !== 'all') await readNotifications({ me: actor.id, ids: JSON.stringify(which.ids), now });
    else await (await models()).Notification.update({ readAt: now }, { where: { userId: actor.id, readAt: null } });
    signal({ kind: 'notification', userIds: [actor.id] });
  });
  return { unread: await countUnread(actor) };
}
