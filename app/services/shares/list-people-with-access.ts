import { mayWithGroup } from '#app/policies/group-policy.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import type { DocumentAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { listGroups } from '#app/services/groups/list-groups.ts';
import { type InheritedShare, listInheritedShares, listShares } from '#app/services/shares/list-shares.ts';
import { type GroupShare, isGroupShare, type ShareEntry } from '#app/services/shares/share-entry.ts';
import type { SharePermission } from '#db/models/share.ts';
import { findMembers, findMemberships, type GroupPersonRow } from '#db/queries/groups.ts';

/** A person whose access comes from a group's share. */
export type PersonWithAccess = {
  userId: string;
  email: string;
  displayName: string | null;
  permission: SharePermission;
  groupName: string;
  /** The ancestor with the share; null for a share of the document itself. */
  from: { id: string; title: string } | null;
};

/** Maximum number of members shown per group. */
const SHOWN_MAX = 50;
const RANK = { EDIT: 2, READ: 1, NONE: 0 } as const;

type Entry = ShareEntry & Partial<Pick<InheritedShare, 'fromId' | 'fromTitle'>>;

/**
 * Lists the people with access through a group, and the effective shares, for the owner of a document. Members are
 * shown only of groups whose member list the owner can see.
 */
export async function listPeopleWithAccess(actor: Actor, access: DocumentAccess): Promise<PersonWithAccess[]> {
  const entries: Entry[] = [...(await listShares(actor, access)), ...(await listInheritedShares(actor, access))];
  const open = new Set((await listGroups({ via: 'web', actor })).filter(isListed).map(({ id }) => id));
  const groups = [...new Set(entries.filter(isGroupShare).map(({ groupId }) => groupId))];
  const ids = JSON.stringify(groups.filter((id) => open.has(id)));
  const members = await findMembers({ ids, from: 0, to: SHOWN_MAX });
  const people = new Map(members.map((member) => [member.userId, member]));
  people.delete(access.ownerId);
  const memberships = await findMemberships({
    groups: JSON.stringify(groups),
    people: JSON.stringify([...people.keys()]),
  });
  const groupsOf = Map.groupBy(memberships, ({ userId }) => userId);
  const depth = new Map(access.path.map(({ id }, index) => [id, index]));
  const depthOf = ({ fromId }: Entry) => (fromId === undefined ? access.path.length : (depth.get(fromId) ?? -1));
  return [...people.values()].flatMap((person) => {
    const own = new Set(groupsOf.get(person.userId)?.map(({ groupId }) => groupId));
    const [decisive] = entries
      .filter((entry) => isFor(entry, person.userId, own))
      .toSorted((a, b) => depthOf(b) - depthOf(a) || compareHere(a, b));
    if (!decisive || !isGroupShare(decisive) || decisive.permission === 'NONE') return [];
    return open.has(decisive.groupId) ? [toReached(person, decisive)] : [];
  });
}

const isListed = ({ isBuiltIn }: { isBuiltIn: boolean }) =>
  mayWithGroup('listMembers', { actor: { role: 'USER' }, isBuiltIn, isMember: true });

const isFor = (entry: Entry, userId: string, groups: Set<string>): boolean =>
  isGroupShare(entry) ? entry.groupId === EVERYONE_ID || groups.has(entry.groupId) : entry.userId === userId;

/** Order of shares on one document: personal first, then the highest permission. */
const compareHere = (a: Entry, b: Entry) =>
  Number(isGroupShare(a)) - Number(isGroupShare(b)) || RANK[b.permission] - RANK[a.permission];

function toReached(
  { userId, email, displayName }: GroupPersonRow,
  { permission, groupName, fromId, fromTitle }: Entry & GroupShare,
): PersonWithAccess {
  const from = fromId === undefined ? null : { id: fromId, title: fromTitle ?? '' };
  return { userId, email, displayName, permission, groupName, from };
}
