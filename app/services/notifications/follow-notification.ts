import type { Actor } from '#app/services/actor.ts';
import { addressOnPage } from '#app/services/comments/comment-pages.ts';
import { markRead } from '#app/services/notifications/mark-read.ts';
import { models } from '#db/connection.ts';

/**
 * Returns the path that a notification of the actor is about; null if there is none by this id. Marks it as read if
 * `marks`.
 */
export async function followNotification(actor: Actor, id: string, marks: boolean): Promise<string | null> {
  const found = await (await models()).Notification.findOne({ where: { id, userId: actor.id } });
  if (!found) return null;
  const { kind, documentId, threadId, readAt } = found;
  if (marks && readAt === null) await markRead(actor, { ids: [id] });
  const path = `/doc/${documentId}`;
  if (kind === 'access-request') return `${path}/share`;
  return threadId ? path + (await addressOnPage(documentId, threadId, `thread-${threadId}`)) : path;
}
