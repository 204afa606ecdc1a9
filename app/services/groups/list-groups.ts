import { AppError } from '#app/errors.ts';
import { mayWithGroup } from '#app/policies/group-policy.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { offsetOf, type Page } from '#app/schemas/paging.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { type Group, requireGroup } from '#app/services/groups/group-access.ts';
import {
  countEveryone,
  findGroups,
  findGroupsOf,
  findKeepers,
  findKept,
  findMembers,
  findMembershipsOf,
  type GroupPersonRow,
  type GroupRow,
} from '#db/queries/groups.ts';

export type GroupEntry = Group & { memberCount: number; createdAt: string };
export type GroupPerson = { userId: string; email: string; displayName: string | null };
export type GroupDetail = GroupEntry & { members: GroupPerson[]; keepers: GroupPerson[] };

/** Maximum number of members shown per group in a list. */
export const MEMBERS_FIRST = 20;
/** Maximum number of members in one response; a page shows fewer. */
const MEMBERS_MAX = 20_000;

/** Lists groups by name, the built-in one first. Administrators see all, others their own. */
export async function listGroups(by: Administration): Promise<GroupEntry[]> {
  const isForAll = mayWithGroup('create', { actor: by.actor, isBuiltIn: false });
  const rows = isForAll ? await findGroups({}) : await findGroupsOf({ me: by.actor!.id, everyone: EVERYONE_ID });
  const [everyone] = await countEveryone({});
  const entries = rows.map((row) => toEntry(row, Number(everyone?.members ?? 0)));
  return entries.toSorted((a, b) => Number(b.isBuiltIn) - Number(a.isBuiltIn));
}

/** Lists the groups the actor is a member of. */
export const listMemberships = ({ id }: Actor): Promise<{ id: string; name: string }[]> =>
  findMembershipsOf({ me: id });

export type GroupQuery = {
  /** Id of the only group to return, with paginated members; null for all. */
  group: string | null;
  page: number;
  limit: number;
};

/**
 * Returns a page of the groups whose members the actor may change, each with its first members, or one of them with a
 * page of its members. The built-in group is included for administrators.
 */
export async function listKeptGroups(by: Administration, query: GroupQuery): Promise<Page<GroupDetail>> {
  const { group: chosen, page, limit } = query;
  const kept = new Set(by.actor ? (await findKept({ me: by.actor.id })).map(({ groupId }) => groupId) : []);
  const all = (await listGroups(by)).filter(({ id, isBuiltIn }) => {
    const facts = { actor: by.actor, isBuiltIn, isKeeper: kept.has(id) };
    return mayWithGroup('changeMembers', facts) || (isBuiltIn && mayWithGroup('create', facts));
  });
  const from = offsetOf({ page, limit });
  if (chosen !== null) {
    const group = all.find(({ id }) => id === chosen);
    if (!group) throw new AppError('notFound');
    const [detail] = await withPeople([group], { from, to: from + limit });
    return { items: [detail!], total: group.memberCount, page, limit };
  }
  const items = await withPeople(all.slice(from, from + limit), { from: 0, to: MEMBERS_FIRST });
  return { items, total: all.length, page, limit };
}

/** Returns a group with its members. Throws `permissionDenied`, `notFound`. */
export async function getGroup(by: Administration, groupId: string): Promise<GroupDetail> {
  const { id } = await requireGroup(by, groupId, 'read');
  const group = (await listGroups(by)).find((entry) => entry.id === id)!;
  const [detail] = await withPeople([group], { from: 0, to: MEMBERS_MAX });
  return detail!;
}

async function withPeople(groups: GroupEntry[], section: { from: number; to: number }): Promise<GroupDetail[]> {
  const ids = JSON.stringify(groups.map(({ id }) => id));
  const [members, keepers] = await Promise.all([
    findMembers({ ids, ...section }),
    findKeepers({ ids, from: 0, to: MEMBERS_MAX }),
  ]);
  const [membersOf, keepersOf] = [byGroup(members), byGroup(keepers)];
  return groups.map((group) => ({
    ...group,
    members: membersOf.get(group.id) ?? [],
    keepers: keepersOf.get(group.id) ?? [],
  }));
}

function byGroup(rows: GroupPersonRow[]): Map<string, GroupPerson[]> {
  const groups = Map.groupBy(rows, ({ groupId }) => groupId);
  return new Map([...groups].map(([id, people]) => [id, people.map(({ groupId: _, ...person }) => person)]));
}

function toEntry({ id, name, members, createdAt }: GroupRow, everyone: number): GroupEntry {
  const isBuiltIn = id === EVERYONE_ID;
  const memberCount = isBuiltIn ? everyone : Number(members);
  return { id, name, isBuiltIn, memberCount, createdAt: new Date(createdAt).toISOString() };
}
