import { EVERYONE_ID } from '#app/schemas/groups.ts';

// SQL that selects the share entries effective for a person, `$me`. On one document a personal entry overrides those of groups;
// among these the highest permission wins (contract §9).

const HIGHEST = `CASE MAX(CASE shares.permission WHEN 'EDIT' THEN 2 WHEN 'READ' THEN 1 ELSE 0 END)
    WHEN 2 THEN 'EDIT' WHEN 1 THEN 'READ' WHEN 0 THEN 'NONE' END`;

/** SQL condition: an entry of `shares` is for a group of a person. */
const isOfGroupOf = (person: string) => `(shares.group_id = '${EVERYONE_ID}' OR EXISTS (SELECT 1 FROM group_members
    WHERE group_members.group_id = shares.group_id AND group_members.user_id = ${person}))`;

const ofGroupsOn = (id: string, person: string) =>
  `FROM shares WHERE shares.document_id = ${id} AND shares.group_id IS NOT NULL AND ${isOfGroupOf(person)}`;

/**
 * SQL condition: an entry of a group of a person gives this permission. The index `shares_of_groups` finds entries of
 * one permission.
 */
const givenByGroup = (id: string, person: string, permission: string) =>
  `EXISTS (SELECT 1 ${ofGroupsOn(id, person)} AND shares.permission = '${permission}')`;

/**
 * SQL expression for the permission that entries on a document give a person, `$me` by default; null without any.
 * `personal` is the end of a condition that limits personal entries.
 */
export const entryAt = (id: string, person = '$me', personal = ''): string => `COALESCE(
    (SELECT shares.permission FROM shares WHERE shares.document_id = ${id} AND shares.user_id = ${person} ${personal}),
    CASE WHEN ${givenByGroup(id, person, 'EDIT')} THEN 'EDIT' WHEN ${givenByGroup(id, person, 'READ')} THEN 'READ'
      WHEN ${givenByGroup(id, person, 'NONE')} THEN 'NONE' END)`;

/**
 * Applies `entryAt` to a set with columns `id` and `owner_id`; null for the actor's own documents, where entries do not
 * apply.
 */
export const entryOf = (set: string): string => `CASE WHEN ${set}.owner_id <> $me THEN ${entryAt(`${set}.id`)} END`;

/** SQL condition: a document has no entry for `$me`. */
export const HAS_NO_ENTRY = (id: string): string => `NOT EXISTS (
      SELECT 1 FROM shares WHERE shares.document_id = ${id} AND shares.user_id = $me)
    AND NOT EXISTS (SELECT 1 ${ofGroupsOn(id, '$me')})`;

/** SELECT of the share rows for the groups of `$me`. */
const OF_MY_GROUPS = `FROM (SELECT group_id FROM group_members WHERE user_id = $me UNION ALL SELECT '${EVERYONE_ID}') AS mine
    JOIN shares ON shares.group_id = mine.group_id`;

/** A personal entry overrides those of groups; asked once a document, however many groups have it. */
const HAVING_NO_OWN = `HAVING NOT EXISTS (
      SELECT 1 FROM shares AS own WHERE own.document_id = shares.document_id AND own.user_id = $me)`;

/** SELECT of `document_id`, `permission`, `created_at` for everything shared with `$me`, each document once. */
export const MY_ENTRIES = `SELECT document_id, permission, created_at FROM shares WHERE user_id = $me
    UNION ALL
    SELECT shares.document_id, ${HIGHEST}, MAX(shares.created_at) ${OF_MY_GROUPS}
    GROUP BY shares.document_id ${HAVING_NO_OWN}`;

/** SELECT like MY_ENTRIES, limited to the latest personal and the latest group entries. */
export const myLatestEntries = (limit: number): string => `SELECT document_id, permission, created_at FROM (
      SELECT document_id, permission, created_at FROM shares WHERE user_id = $me ORDER BY created_at DESC LIMIT ${limit}
    ) AS personal
    UNION ALL
    SELECT document_id, permission, created_at FROM (
      SELECT shares.document_id, ${HIGHEST} AS permission, MAX(shares.created_at) AS created_at ${OF_MY_GROUPS}
      GROUP BY shares.document_id ${HAVING_NO_OWN} ORDER BY created_at DESC LIMIT ${limit}
    ) AS of_groups`;

/** SELECT of all share rows for `$me`, for counting. */
export const MY_ROWS = `SELECT 1 AS found FROM shares WHERE user_id = $me UNION ALL SELECT 1 ${OF_MY_GROUPS}`;
