import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { queueShareMail } from '#app/services/shares/queue-share-mail.ts';
import { getShare, requireShareAccess } from '#app/services/shares/share-entry.ts';
import { inTransaction, models } from '#db/connection.ts';
import { claimResend } from '#db/queries/shares.ts';

const BETWEEN_MS = 60_000;

/**
 * Mails a pending invitation again and returns its address. Throws `shareNotFound` for any other share,
 * `requestTooFrequent` for a second mail within a minute, `permissionDenied` for an address that declined, and the errors
 * of sharing.
 */
export async function resendInvitation(actor: Actor, documentId: string, shareId: number): Promise<string> {
  return inTransaction(async () => {
    await requireShareAccess(actor, documentId, 'change');
    const { email, userId, permission, ...share } = await getShare(documentId, { shareId });
    if (email === null || userId !== null || permission === 'NONE') throw new AppError('shareNotFound');
    if ('isDeclined' in share) throw new AppError('permissionDenied', { reason: { key: 'mailDeclined' } });
    const now = Date.now();
    const isDue = await claimResend({ shareId, now, before: now - BETWEEN_MS });
    if (isDue === 0) throw new AppError('requestTooFrequent', { retryAfterSeconds: BETWEEN_MS / 1000 });
    await consumeLimit('shareWithStranger', actor.id);
    await consumeLimit('invitationToEmail', email);
    const account = await (await models()).User.findOne({ where: { email } });
    const recipient = { email, userId: null, lng: mailLanguage(account, actor) };
    await queueShareMail(actor, documentId, permission, recipient);
    return email;
  });
}
