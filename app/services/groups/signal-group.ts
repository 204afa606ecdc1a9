import { signal } from '#app/services/live/live-signals.ts';
import { models } from '#db/connection.ts';
import { findDocumentsOfGroup } from '#db/queries/groups.ts';

/** Documents told of one by one; open pages read the rest with the next of these. */
const DOCUMENTS_MAX = 50;
const PEOPLE_TOGETHER = 100;

/** Tells a person that what a group shares has come or gone; call in the transaction of the change. */
export async function signalMember(groupId: string, userId: string): Promise<void> {
  for (const { documentId } of await findDocumentsOfGroup({ groupId, limit: DOCUMENTS_MAX })) {
    signal({ kind: 'shares', documentId, userIds: [userId] });
  }
}

/** Tells all members that the group is about to go; afterwards nobody knows who they were. */
export async function signalDeletion(groupId: string): Promise<void> {
  const [latest] = await findDocumentsOfGroup({ groupId, limit: 1 });
  if (!latest) return;
  const members = await (await models()).GroupMember.findAll({ where: { groupId }, attributes: ['userId'] });
  for (let at = 0; at < members.length; at += PEOPLE_TOGETHER) {
    const userIds = members.slice(at, at + PEOPLE_TOGETHER).map(({ userId }) => userId);
    signal({ kind: 'shares', documentId: latest.documentId, userIds });
  }
}
