import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { deleteAnsweredRequest } from '#app/services/shares/access-requests.ts';
import { requireAllowedAddress } from '#app/services/shares/allowed-addresses.ts';
import { announceShare } from '#app/services/shares/announce-share.ts';
import { requireShareAccess, type ShareEntry, sharesOf, toPermission } from '#app/services/shares/share-entry.ts';
import { domainOf } from '#app/services/sign-in/registration-rule.ts';
import { withShareTakeouts } from '#app/services/takeouts/end-access.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAddress } from '#db/locks.ts';
import { findShareWith } from '#db/queries/shares.ts';

type NewShare = { email: string; permission: string };

/**
 * Shares a branch with an address; invites it if it has no account. Returns all shares of the document. Throws
 * `documentNotFound`, `documentAccessDenied`, `permissionDenied` for an address outside of `SHARE_OUTSIDE`,
 * `invalidSharePermission`, `shareWithYourself`, `documentAlreadyShared`, and `requestTooFrequent` after twenty
 * invitations of new addresses within an hour or fifty first-time recipients within a day.
 */
export async function shareDocument(actor: Actor, documentId: string, input: NewShare): Promise<ShareEntry[]> {
  const { email } = input;
  await inTransaction(async () => {
    await requireShareAccess(actor, documentId, 'add');
    const permission = toPermission(input.permission);
    if (email === actor.email) throw new AppError('shareWithYourself');
    requireAllowedAddress(email, permission);
    await lockAddress(email);
    if (await (await models()).Share.count({ where: { documentId, email } }))
      throw new AppError('documentAlreadyShared');
    const user = await (await models()).User.findOne({ where: { email } });
    const now = Date.now();
    const userId = user?.verifiedAt ? user.id : null;
    if (userId !== null && (await (await models()).Share.count({ where: { documentId, userId } })))
      throw new AppError('documentAlreadyShared');
    if (userId === null) await consumeLimit('shareWithStranger', actor.id);
    if (await isNewTo(actor, email)) await consumeLimit('newPeople', actor.id);
    const { Share } = await models();
    const share = { documentId, email, userId, permission, createdAt: now, updatedAt: now };
    // NONE closes what another entry opens.
    if (permission === 'NONE') await withShareTakeouts(documentId, share, () => Share.create(share));
    else await Share.create(share);
    // For an address without an account, log only the domain; such addresses are not stored.
    const detail = { userId, domain: userId === null ? domainOf(email) : null, permission };
    await recordEvent(actor.id, { action: 'share.add', subject: documentId, detail });
    if (userId !== null) await deleteAnsweredRequest(documentId, userId);
    if (userId !== null) signal({ kind: 'shares', documentId, userIds: [actor.id, userId] });
    await announceShare(actor, documentId, { email, userId, permission });
  });
  return sharesOf(documentId);
}

/** Returns true if the actor has never shared with an address. */
async function isNewTo(actor: Actor, email: string): Promise<boolean> {
  const known = await findShareWith({ email, me: actor.id });
  return known.length === 0;
}
