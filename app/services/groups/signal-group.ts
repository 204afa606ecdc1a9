import { signal } from '#app/services/live/live-signals.ts';
import { models } from '#db/connection.ts';
import { findDocumentsOfGroup } from '#db/queries/groups.ts';

/** Maximum number of documents signalled individually. Open pages load the rest with any of these. */
const DOCUMENTS_MAX = 50;

/** Signals to a person that a group's shares were gained or lost. Call in the transaction of the change. */
export async function signalMember(groupId: string, userId: string): Promise<void> {
  for (const { documentId } of await findDocumentsOfGroup({ groupId, limit: DOCUMENTS_MAX })) {
    signal({ kind: 'shares', documentId, userIds: [userId] });
  }
}

/** Signals to all members that a group will be deleted. Call before, while the members are known. */
export async function signalDeletion(groupId: string): Promise<void> {
  const [latest] = await findDocumentsOfGroup({ groupId, limit: 1 });
  if (!latest) return;
  const members = await (await models()).GroupMember.findAll({ where: { groupId }, attributes: ['userId'] });
  const userIds = members.map(({ userId }) => userId);
  if (userIds.length > 0) signal({ kind: 'shares', documentId: latest.documentId, userIds });
}
