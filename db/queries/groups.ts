import { changeOf, listed, rowsOf } from '#db/query.ts';

export type GroupRow = { id: string; name: string; createdAt: number; members: number };

/** SQL condition: a person is listed, and counted for the pages of the list. A suspended one can still be removed. */
const IS_LISTED = "users.status <> 'DELETED'";

/** SQL for the number of a group's members. The built-in group has no rows; `countEveryone` counts its members. */
const MEMBERS = `(SELECT COUNT(*) FROM group_members JOIN users ON users.id = group_members.user_id
    AND ${IS_LISTED} WHERE group_members.group_id = groups.id) AS members`;
const COLUMNS = `groups.id, groups.name, groups.created_at AS "createdAt", ${MEMBERS}`;

/** Lists all groups by name. */
export const findGroups = rowsOf<GroupRow, Record<string, never>>({
  name: 'findGroups',
  uses: ['group_members(group_id,user_id)', 'users(id)'],
  sql: `SELECT ${COLUMNS} FROM groups ORDER BY LOWER(groups.name), groups.id`,
});

/** Lists the groups a person is a member or keeper of, and the built-in one. */
export const findGroupsOf = rowsOf<GroupRow, { me: string; everyone: string }>({
  name: 'findGroupsOf',
  uses: ['groups(id)', 'group_members_of_user', 'group_keepers_of_user'],
  sql: `SELECT ${COLUMNS} FROM groups WHERE groups.id IN (
      SELECT group_id FROM group_members WHERE user_id = $me UNION SELECT group_id FROM group_keepers WHERE user_id = $me
      UNION SELECT CAST($everyone AS TEXT)
    ) ORDER BY LOWER(groups.name), groups.id`,
});

/** Counts the verified, active accounts. */
export const countEveryone = rowsOf<{ members: number }, Record<string, never>>({
  name: 'countEveryone',
  uses: [],
  sql: `SELECT COUNT(*) AS members FROM users WHERE status = 'ACTIVE' AND verified_at IS NOT NULL`,
});

export type GroupPersonRow = { groupId: string; userId: string; email: string; displayName: string | null };

const peopleOf = (table: string) => () =>
  `SELECT "groupId", "userId", email, "displayName" FROM (
      SELECT ${table}.group_id AS "groupId", users.id AS "userId", users.email, users.display_name AS "displayName",
        ROW_NUMBER() OVER (PARTITION BY ${table}.group_id ORDER BY users.email) AS place
      FROM ${table} JOIN users ON users.id = ${table}.user_id AND ${IS_LISTED}
      WHERE ${table}.group_id IN (${listed('ids')})
    ) AS people WHERE place > $from AND place <= $to ORDER BY "groupId", place`;
type Section = { ids: string; from: number; to: number };

/** Lists members of groups by address, a range of each group's; `ids` is a JSON array. */
export const findMembers = rowsOf<GroupPersonRow, Section>({
  name: 'findMembers',
  uses: { sqlite: ['group_members(group_id,user_id)', 'users(id)'], postgres: [] },
  sql: peopleOf('group_members'),
});

/** Lists keepers of groups, like `findMembers`. */
export const findKeepers = rowsOf<GroupPersonRow, Section>({
  name: 'findKeepers',
  uses: { sqlite: ['group_keepers(group_id,user_id)', 'users(id)'], postgres: [] },
  sql: peopleOf('group_keepers'),
});

/** Returns the memberships of people in groups; both parameters are JSON arrays of ids. */
export const findMemberships = rowsOf<{ groupId: string; userId: string }, { groups: string; people: string }>({
  name: 'findMemberships',
  uses: { sqlite: ['group_members(group_id,user_id)'], postgres: [] },
  sql: () => `SELECT group_id AS "groupId", user_id AS "userId" FROM group_members
    WHERE group_id IN (${listed('groups')}) AND user_id IN (${listed('people')})`,
});

/** Lists the groups a person is a keeper of. */
export const findKept = rowsOf<{ groupId: string }, { me: string }>({
  name: 'findKept',
  uses: ['group_keepers_of_user'],
  sql: 'SELECT group_id AS "groupId" FROM group_keepers WHERE user_id = $me',
});

/** Returns whether a person is a member or a keeper of a group. */
export const findGroupRole = rowsOf<{ isMember: number; isKeeper: number }, { groupId: string; me: string }>({
  name: 'findGroupRole',
  uses: ['group_members(group_id,user_id)', 'group_keepers(group_id,user_id)'],
  sql: `SELECT (SELECT COUNT(*) FROM group_members WHERE group_id = $groupId AND user_id = $me) AS "isMember",
      (SELECT COUNT(*) FROM group_keepers WHERE group_id = $groupId AND user_id = $me) AS "isKeeper"`,
});

/** Lists the documents shared with a group, the latest first. */
export const findDocumentsOfGroup = rowsOf<{ documentId: string }, { groupId: string; limit: number }>({
  name: 'findDocumentsOfGroup',
  uses: ['shares_of_group'],
  sql: `SELECT document_id AS "documentId" FROM shares WHERE group_id = $groupId
    ORDER BY created_at DESC, document_id LIMIT $limit`,
});

/**
 * Lists the active members of a group to notify of a share, without those who have a personal share or blocked the
 * owner.
 */
export const findShareRecipients = rowsOf<
  { userId: string },
  { groupId: string; documentId: string; ownerId: string; limit: number }
>({
  name: 'findShareRecipients',
  uses: ['group_members(group_id,user_id)', 'users(id)'],
  sql: `SELECT users.id AS "userId" FROM group_members JOIN users ON users.id = group_members.user_id
    WHERE group_members.group_id = $groupId AND users.status = 'ACTIVE' AND users.id <> $ownerId
      AND NOT EXISTS (SELECT 1 FROM shares WHERE shares.document_id = $documentId AND shares.user_id = users.id)
      AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = users.id AND blocks.blocked_id = $ownerId)
    ORDER BY users.id LIMIT $limit`,
});

/**
 * Lists documents in other owners' trees that members of a group wrote and can access through it; only those of
 * `person` unless that is empty.
 */
export const findWrittenThroughGroup = rowsOf<{ documentId: string }, { groupId: string; person: string }>({
  name: 'findWrittenThroughGroup',
  uses: { sqlite: ['shares_of_group', 'documents_siblings'], postgres: ['shares_of_group'] },
  sql: `WITH RECURSIVE below(id) AS (
      SELECT document_id FROM shares WHERE group_id = $groupId
      UNION SELECT documents.id FROM below JOIN documents ON documents.parent_id = below.id
    )
    SELECT documents.id AS "documentId"
    FROM below JOIN documents ON documents.id = below.id
    JOIN group_members ON group_members.group_id = $groupId AND group_members.user_id = documents.created_by
    WHERE documents.created_by <> documents.owner_id
      AND (CAST($person AS TEXT) = '' OR documents.created_by = CAST($person AS TEXT))
    ORDER BY documents.id`,
});

/** Lists the groups a person is a member of, by name. */
export const findMembershipsOf = rowsOf<{ id: string; name: string }, { me: string }>({
  name: 'findMembershipsOf',
  uses: ['group_members_of_user', 'groups(id)'],
  sql: `SELECT groups.id, groups.name FROM group_members JOIN groups ON groups.id = group_members.group_id
    WHERE group_members.user_id = $me ORDER BY LOWER(groups.name), groups.id`,
});

/** Adds a person to a group; no change for a member. */
export const putMember = changeOf<{ groupId: string; userId: string; now: number }>({
  name: 'putMember',
  uses: [],
  sql: `INSERT INTO group_members (group_id, user_id, created_at) VALUES ($groupId, $userId, $now)
    ON CONFLICT (group_id, user_id) DO NOTHING`,
});

/** Makes a person a keeper; no change for a keeper. */
export const putKeeper = changeOf<{ groupId: string; userId: string; now: number }>({
  name: 'putKeeper',
  uses: [],
  sql: `INSERT INTO group_keepers (group_id, user_id, created_at) VALUES ($groupId, $userId, $now)
    ON CONFLICT (group_id, user_id) DO NOTHING`,
});
