import { AppError } from '#app/errors.ts';
import { mayShare } from '#app/policies/share-policy.ts';
import { type DocumentAccess, getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { openUndo, sealUndo } from '#app/services/crypto/sealed-undo.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { deleteAnsweredRequest } from '#app/services/shares/access-requests.ts';
import { requireAllowedAddress } from '#app/services/shares/allowed-addresses.ts';
import { announceShare } from '#app/services/shares/announce-share.ts';
import {
  getShare,
  isGroupShare,
  isMeant,
  requireShareAccess,
  type ShareEntry,
  sharesOf,
  toPermission,
  type WhichShare,
} from '#app/services/shares/share-entry.ts';
import { tellMembers } from '#app/services/shares/share-with-group.ts';
import { signalEntry } from '#app/services/shares/signal-entry.ts';
import { withShareTakeouts } from '#app/services/takeouts/end-access.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockAddress } from '#db/locks.ts';
import type { SharePermission } from '#db/models/share.ts';
import { Op } from '#db/operators.ts';

/**
 * Changes the permission of one entry; NONE ends it, and what follows on NONE is announced like a new share. Throws
 * `shareNotFound`, `invalidSharePermission` and the errors of sharing.
 */
export async function changeShare(
  actor: Actor,
  documentId: string,
  input: WhichShare & { permission: string },
): Promise<ShareEntry[]> {
  return inTransaction(async () => {
    const access = await requireShareAccess(actor, documentId, 'change');
    const permission = toPermission(input.permission);
    const share = await getShare(documentId, input);
    const { id, userId } = share;
    if (share.email !== null && share.permission === 'NONE') requireAllowedAddress(share.email, permission);
    if (userId !== null) await deleteAnsweredRequest(documentId, userId);
    signalEntry(documentId, share, [actor.id]);
    const { Share } = await models();
    const change = () => Share.update({ permission, updatedAt: Date.now() }, { where: { id } });
    await (permission === 'NONE' ? withShareTakeouts(documentId, share, change) : change());
    const detail = { userId, groupId: groupOf(share), permission };
    await recordEvent(actor.id, { action: 'share.change', subject: documentId, detail });
    if (share.permission === 'NONE' && permission !== 'NONE') await announceOpened(actor, access, share, permission);
    return sharesOf(documentId);
  });
}

/** Counts like a share or a repeated invitation, so that closing and opening again cannot flood anybody. */
async function announceOpened(
  actor: Actor,
  { id: documentId, ownerId }: DocumentAccess,
  share: ShareEntry,
  permission: SharePermission,
): Promise<void> {
  if (isGroupShare(share)) return tellMembers(actor, ownerId, { documentId, groupId: share.groupId });
  const { email, userId, isDeleted } = share;
  if (isDeleted) return;
  await consumeLimit(userId === null ? 'shareWithStranger' : 'newPeople', actor.id);
  if (userId === null) await consumeLimit('invitationToEmail', email);
  await announceShare(actor, documentId, { email, userId, permission });
}

/** Removes a share: the owner any, a recipient their own. Throws `shareNotFound`, `documentAccessDenied`. */
export async function removeShare(actor: Actor, documentId: string, which: WhichShare): Promise<ShareEntry[]> {
  return inTransaction(async () => {
    const access = await getAccess(actor, documentId);
    const own = access.isOwner ? undefined : await ownShare(actor, documentId, which);
    if (!mayShare('remove', { access, isRecipient: own !== undefined })) throw new AppError('documentAccessDenied');
    const share = own ?? (await getShare(documentId, which));
    const { Share } = await models();
    await withShareTakeouts(documentId, share, () => Share.destroy({ where: { id: share.id } }));
    const detail = { userId: share.userId, groupId: groupOf(share) };
    await recordEvent(actor.id, { action: 'share.remove', subject: documentId, detail });
    signalEntry(documentId, share, [access.ownerId, actor.id]);
    return mayShare('list', { access }) ? sharesOf(documentId) : [];
  });
}

const groupOf = (share: ShareEntry) => ('groupId' in share ? share.groupId : null);

/** Returns the actor's own share if it is the requested one. */
async function ownShare(actor: Actor, documentId: string, which: WhichShare): Promise<ShareEntry | undefined> {
  return (await sharesOf(documentId)).find((entry) => entry.userId === actor.id && isMeant(entry, which));
}

/**
 * Removes the actor's own share of a document. Returns the sealed share for `rejoinDocument`. Throws `shareNotFound` if
 * the entry is on an ancestor.
 */
export async function leaveDocument(actor: Actor, documentId: string): Promise<string> {
  return inTransaction(async () => {
    const access = await getAccess(actor, documentId);
    const own = await getShare(documentId, { userId: actor.id });
    const { Share } = await models();
    await withShareTakeouts(documentId, own, () => Share.destroy({ where: { id: own.id } }));
    const detail = { userId: actor.id, groupId: null };
    await recordEvent(actor.id, { action: 'share.remove', subject: documentId, detail });
    signalEntry(documentId, own, [access.ownerId]);
    const { permission } = own;
    return sealUndo(LEFT, `${documentId} ${actor.id}`, {
      permission,
      ownerId: access.ownerId,
      leftAt: Date.now(),
    } satisfies Left);
  });
}

const LEFT = 'left share';
type Left = { permission: ShareEntry['permission']; ownerId: string; leftAt: number };

/**
 * Reverts `leaveDocument`, unless the owner has shared the document again. Throws `notFound` if the sealed share is
 * someone else's, too old or used before, `documentNotFound` if the document is gone or has another owner.
 */
export async function rejoinDocument(actor: Actor, documentId: string, sealed: string): Promise<void> {
  await inTransaction(async () => {
    const { permission, ownerId, leftAt } = openUndo<Left>(LEFT, `${documentId} ${actor.id}`, sealed);
    await lockAddress(actor.email);
    const { AuditEntry, Document, Share } = await models();
    // Once only: the owner may have removed the actor since.
    const since = { subject: documentId, createdAt: { [Op.gt]: leftAt }, detail: { [Op.like]: `%"${actor.id}"%` } };
    if ((await AuditEntry.count({ where: since })) > 0) throw new AppError('notFound');
    if ((await Document.count({ where: { id: documentId, ownerId } })) === 0) throw new AppError('documentNotFound');
    if ((await Share.count({ where: { documentId, userId: actor.id } })) > 0) return;
    const now = Date.now();
    const entry = { documentId, email: actor.email, userId: actor.id, permission, createdAt: now, updatedAt: now };
    await Share.create(entry);
    const detail = { userId: actor.id, domain: null, permission };
    await recordEvent(actor.id, { action: 'share.add', subject: documentId, detail });
    signal({ kind: 'shares', documentId, userIds: [ownerId, actor.id] });
  });
}
