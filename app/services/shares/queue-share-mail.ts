import { shareMail } from '#app/emails/share-mail.ts';
import type { Language } from '#app/i18n/language.ts';
import type { Actor } from '#app/services/actor.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { unsubscribeUrl } from '#app/services/notifications/unsubscribe-link.ts';
import { declineUrl, isDeclined } from '#app/services/shares/decline-invitations.ts';
import { models } from '#db/connection.ts';

/** `userId` is null if no account has the address. */
type Recipient = { email: string; userId: string | null; lng: Language };

/**
 * Mails the recipient of a share in their language, or an invitation if they have no account. Call in the transaction
 * of the share. An address that declined invitations gets none.
 */
export async function queueShareMail(
  actor: Actor,
  documentId: string,
  permission: 'EDIT' | 'READ',
  { email, userId, lng }: Recipient,
): Promise<void> {
  if (userId === null && (await isDeclined(email))) return;
  const document = await (await models()).Document.findByPk(documentId, { attributes: ['title'] });
  const documentUrl = `${mailOrigin()}/doc/${documentId}`;
  const signUpUrl = `${mailOrigin()}/register?redirectTo=${encodeURIComponent(`/doc/${documentId}`)}`;
  await queueMail(
    shareMail(email, lng, {
      from: actor.displayName ?? actor.email,
      title: document?.title ?? '',
      permission,
      documentUrl,
      ...(userId === null
        ? { signUpUrl, unsubscribeUrl: declineUrl(email) }
        : { unsubscribeUrl: unsubscribeUrl(userId, ['share']) }),
    }),
  );
}
