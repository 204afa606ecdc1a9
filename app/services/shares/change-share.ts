import { AppError } from '#app/errors.ts';
import { mayShare } from '#app/policies/share-policy.ts';
import { findAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { settleRequest } from '#app/services/shares/access-requests.ts';
import {
  findShare,
  requireShareAccess,
  type ShareEntry,
  sharesOf,
  toPermission,
  type WhichShare,
} from '#app/services/shares/share-entry.ts';
import { signalEntry } from '#app/services/shares/signal-entry.ts';
import { recordUnshared } from '#app/services/takeouts/record-takeouts.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Changes the permission of one entry; NONE ends it. Throws `shareNotFound`, `invalidSharePermission` and the errors of sharing. */
export async function changeShare(
  actor: Actor,
  documentId: string,
  input: WhichShare & { permission: string },
): Promise<ShareEntry[]> {
  return inTransaction(async () => {
    const access = await requireShareAccess(actor, documentId, 'change');
    const permission = toPermission(input.permission);
    const share = await findShare(documentId, input);
    const { id, userId } = share;
    if (userId !== null) await settleRequest(documentId, userId);
    if (userId !== null && permission === 'NONE') await recordUnshared(userId, access, { closes: true });
    signalEntry(documentId, share, [actor.id]);
    await (await models()).Share.update({ permission, updatedAt: Date.now() }, { where: { id } });
    const detail = { userId, groupId: groupOf(share), permission };
    await recordEvent(actor.id, { action: 'share.change', subject: documentId, detail });
    return sharesOf(documentId);
  });
}

/** Removes a share: the owner any, a recipient their own. Throws `shareNotFound`, `documentAccessDenied`. */
export async function removeShare(actor: Actor, documentId: string, which: WhichShare): Promise<ShareEntry[]> {
  return inTransaction(async () => {
    const access = await findAccess(actor, documentId);
    const own = access.isOwner ? undefined : await ownShare(actor, documentId, which);
    if (!mayShare('remove', { access, isRecipient: own !== undefined })) throw new AppError('documentAccessDenied');
    const share = own ?? (await findShare(documentId, which));
    if (share.userId !== null) await recordUnshared(share.userId, access);
    await (await models()).Share.destroy({ where: { id: share.id } });
    const detail = { userId: share.userId, groupId: groupOf(share) };
    await recordEvent(actor.id, { action: 'share.remove', subject: documentId, detail });
    signalEntry(documentId, share, [access.ownerId, actor.id]);
    return mayShare('list', { access }) ? sharesOf(documentId) : [];
  });
}

const groupOf = (share: ShareEntry) => ('groupId' in share ? share.groupId : null);

/** Returns the actor's own share if it is the requested one. */
async function ownShare(actor: Actor, documentId: string, which: WhichShare): Promise<ShareEntry | undefined> {
  const own = (await sharesOf(documentId)).find(({ userId }) => userId === actor.id);
  return own && (which.shareId === own.id || which.userId === actor.id) ? own : undefined;
}

/** Removes the actor's own share of a document. Throws `shareNotFound` if the entry is on an ancestor. */
export async function leaveDocument(actor: Actor, documentId: string): Promise<void> {
  await inTransaction(async () => {
    const access = await findAccess(actor, documentId);
    const own = await findShare(documentId, { userId: actor.id });
    await recordUnshared(actor.id, access);
    await (await models()).Share.destroy({ where: { id: own.id } });
    const detail = { userId: actor.id, groupId: null };
    await recordEvent(actor.id, { action: 'share.remove', subject: documentId, detail });
    signalEntry(documentId, own, [access.ownerId]);
  });
}
