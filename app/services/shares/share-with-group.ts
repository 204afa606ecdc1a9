import { AppError } from '#app/errors.ts';
import { mayWithGroup } from '#app/policies/group-policy.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { getGroupNamed } from '#app/services/groups/group-access.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { notifyPeople, RECIPIENTS_MAX } from '#app/services/notifications/notify-people.ts';
import { requireShareAccess, type ShareEntry, sharesOf, toPermission } from '#app/services/shares/share-entry.ts';
import { signalEntry } from '#app/services/shares/signal-entry.ts';
import { withShareTakeouts } from '#app/services/takeouts/end-access.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import { findGroupRole, findShareRecipients } from '#db/queries/groups.ts';

type NewGroupShare = { groupId: string; permission: string };

/**
 * Shares a branch with a group and returns all shares of the document. Members are notified, except those of the
 * built-in group. Throws `documentNotFound`, `documentAccessDenied`, `invalidSharePermission`, `documentAlreadyShared`,
 * `notFound` for an unknown group, and `requestTooFrequent` after fifty foreign groups within a day.
 */
export async function shareWithGroup(
  actor: Actor,
  documentId: string,
  { groupId, permission: word }: NewGroupShare,
): Promise<ShareEntry[]> {
  await inTransaction(async () => {
    const access = await requireShareAccess(actor, documentId, 'add');
    const permission = toPermission(word);
    const group = await getGroupNamed(groupId);
    await lock(`shares ${documentId}`);
    const { Share } = await models();
    if (await Share.count({ where: { documentId, groupId } }))
      throw new AppError('documentAlreadyShared', { fields: { groupId: [{ key: 'group.alreadyShared' }] } });
    if (!(await isOwn(actor, groupId))) await consumeLimit('newPeople', actor.id);
    const now = Date.now();
    const entry = { documentId, email: null, userId: null, groupId, permission };
    const create = () => Share.create({ ...entry, createdAt: now, updatedAt: now });
    // NONE closes what another entry opens.
    const { id } = permission === 'NONE' ? await withShareTakeouts(documentId, entry, create) : await create();
    await recordEvent(actor.id, { action: 'share.add', subject: documentId, detail: { groupId, permission } });
    signalEntry(
      documentId,
      { id, userId: null, email: null, displayName: null, permission, groupId, groupName: group.name },
      [actor.id],
    );
    if (permission !== 'NONE') await tellMembers(actor, access.ownerId, { documentId, groupId });
  });
  return sharesOf(documentId);
}

/** Returns true if the actor is a member or keeper of a group. */
async function isOwn(actor: Actor, groupId: string): Promise<boolean> {
  const [standing] = await findGroupRole({ groupId, me: actor.id });
  const isMember = Number(standing?.isMember ?? 0) > 0;
  const isKeeper = Number(standing?.isKeeper ?? 0) > 0;
  return mayWithGroup('read', { actor, isBuiltIn: groupId === EVERYONE_ID, isMember, isKeeper });
}

/** Notifies the members of a group of a share. Call in the transaction of the share. */
export async function tellMembers(
  actor: Actor,
  ownerId: string,
  { documentId, groupId }: { documentId: string; groupId: string },
): Promise<void> {
  const members = await findShareRecipients({ groupId, documentId, ownerId, limit: RECIPIENTS_MAX });
  const recipients = members.map(({ userId }) => ({ userId, kind: 'share' as const }));
  await notifyPeople(recipients, { actorId: actor.id, documentId, threadId: null });
}
