import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { settleRequest } from '#app/services/shares/access-requests.ts';
import { queueShareMail } from '#app/services/shares/queue-share-mail.ts';
import { requireShareable, type ShareEntry, sharesOf, toPermission } from '#app/services/shares/share-entry.ts';
import { inTransaction, lockAddress, models } from '#db/connection.ts';

type NewShare = { email: string; permission: string };

/**
 * Shares a document and all below it with an address; one without an account is invited. Returns all entries of the
 * document. Throws `documentNotFound`, `documentAccessDenied`, `invalidSharePermission`, `shareWithYourself`,
 * `documentAlreadyShared`, `requestTooFrequent` after twenty invitations of strangers within an hour.
 */
export async function shareDocument(actor: Actor, documentId: string, input: NewShare): Promise<ShareEntry[]> {
  const { email } = input;
  const permission = toPermission(input.permission);
  await inTransaction(async () => {
    await requireShareable(actor, documentId);
    if (email === actor.email) throw new AppError('shareWithYourself');
    await lockAddress(email);
    if (await (await models()).Share.count({ where: { documentId, email } }))
      throw new AppError('documentAlreadyShared');
    const user = await (await models()).User.findOne({ where: { email } });
    const now = Date.now();
    const userId = user?.verifiedAt ? user.id : null;
    if (userId === null) await consumeLimit('shareWithStranger', actor.id);
    await (await models()).Share.create({ documentId, email, userId, permission, createdAt: now, updatedAt: now });
    if (userId !== null) await settleRequest(documentId, userId);
    const recipient = { email, isMember: userId !== null, lng: user?.lng ?? actor.lng ?? 'en' };
    if (permission !== 'NONE') await queueShareMail(actor, documentId, permission, recipient);
  });
  return sharesOf(documentId);
}
