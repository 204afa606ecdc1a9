import { accessRequestMail } from '#app/emails/access-request-mail.ts';
import type { Language } from '#app/i18n/language.ts';
import { DEFAULT_CHOICES, type MailTiming } from '#app/schemas/mail-choices.ts';
import type { Actor } from '#app/services/actor.ts';
import { DAY_MS } from '#app/services/day.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { newId } from '#app/services/new-id.ts';
import { mailTimeOf } from '#app/services/notifications/mail-choices.ts';
import { unsubscribeUrl } from '#app/services/notifications/unsubscribe-link.ts';
import { inTransaction, select } from '#db/connection.ts';
import { putRequestNotification } from '#db/queries/notifications.ts';
import { putAccessRequest } from '#db/queries/shares.ts';

type Asked = {
  title: string;
  ownerId: string;
  email: string;
  lng: Language | null;
  timeZone: string | null;
  timing: MailTiming | null;
  /** 1 if the mail server refuses the owner's address. */
  isRefused: number;
};

/**
 * Requests access from the owner of a document, once a day. Does not reveal whether the document exists: in both cases
 * the same statements run and one mail is queued, to the owner or as a dummy.
 */
export async function requestAccess(actor: Actor, id: string, message: string): Promise<void> {
  await inTransaction(async () => {
    const now = Date.now();
    const made = await putAccessRequest({
      requestId: newId(),
      id,
      me: actor.id,
      message,
      now,
      before: now - DAY_MS,
    });
    const [asked] = await select<Asked>(
      `SELECT documents.title, owner.id AS "ownerId", owner.email, owner.lng,
         owner.time_zone AS "timeZone", (SELECT timing FROM mail_choices
           WHERE mail_choices.user_id = owner.id AND mail_choices.kind = 'access-request') AS timing,
         (SELECT COUNT(*) FROM mail_refusals
           WHERE mail_refusals.user_id = owner.id AND mail_refusals.email = owner.email) AS "isRefused"
       FROM documents
       JOIN users AS owner ON owner.id = documents.owner_id AND owner.status = 'ACTIVE' WHERE documents.id = $id`,
      { id },
    );
    const isNews = made.length > 0 && asked;
    const timing = Number(asked?.isRefused) > 0 ? 'off' : (asked?.timing ?? DEFAULT_CHOICES['access-request']);
    // Immediate mails are sent separately here.
    const time = mailTimeOf(timing === 'now' ? 'off' : timing, asked?.timeZone ?? 'UTC', now);
    const told = { id: newId(), documentId: id, actorId: actor.id, now, isNews: isNews ? 1 : 0, ...time };
    await putRequestNotification(told);
    if (isNews) signal({ kind: 'notification', userIds: [asked.ownerId] });
    await queueMail(isNews && timing === 'now' ? mailOf(actor, id, message, asked) : null);
  });
}

function mailOf(actor: Actor, id: string, message: string, { title, ownerId, email, lng }: Asked) {
  return accessRequestMail(email, mailLanguage({ lng }), {
    from: actor.displayName ?? actor.email,
    email: actor.email,
    title,
    message,
    shareUrl: `${mailOrigin()}/doc/${id}/share`,
    unsubscribeUrl: unsubscribeUrl(ownerId, ['access-request']),
  });
}
