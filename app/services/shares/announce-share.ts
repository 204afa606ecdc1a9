import type { Actor } from '#app/services/actor.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { notifyPeople } from '#app/services/notifications/notify-people.ts';
import { isBlockedBy } from '#app/services/shares/block-person.ts';
import { queueShareMail } from '#app/services/shares/queue-share-mail.ts';
import { models } from '#db/connection.ts';
import type { SharePermission } from '#db/models/share.ts';

type Announced = { email: string; userId: string | null; permission: SharePermission };

/**
 * Notifies the recipient of a share, or invites an address without an account. Says nothing of NONE, and nothing to
 * people who blocked the actor. Call in the transaction of the share.
 */
export async function announceShare(
  actor: Actor,
  documentId: string,
  { email, userId, permission }: Announced,
): Promise<void> {
  if (permission === 'NONE') return;
  if (userId !== null && (await isBlockedBy(actor, userId))) return;
  const recipients = userId === null ? [] : [{ userId, kind: 'share' as const }];
  const timings = await notifyPeople(recipients, { actorId: actor.id, documentId, threadId: null }, { isMailed: true });
  if (userId !== null && timings.get(userId) !== 'now') return;
  const account = await (await models()).User.findOne({ where: { email }, attributes: ['lng'] });
  const lng = mailLanguage(account, actor);
  await queueShareMail(actor, documentId, permission, { email, userId, lng });
}
