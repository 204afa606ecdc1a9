import { AppError } from '#app/errors.ts';
import { type Abilities, type Access, abilities } from '#app/policies/document-policy.ts';
import type { Actor } from '#app/services/actor.ts';
import { dialect, select } from '#db/connection.ts';

/** Limit of a walk up a tree; `DEPTH_MAX` keeps the tree itself shallower. */
const WALK_MAX = 5000;

// The single definition of read access. Upwards for one document: ownership, else its share entry, else the entry of
// its nearest ancestor that has one. NONE closes a branch.
const CHAIN = `
  WITH RECURSIVE chain(id, depth) AS (
    SELECT id, 0 FROM documents WHERE id = $id
    UNION ALL
    SELECT documents.parent_id, chain.depth + 1 FROM chain JOIN documents ON documents.id = chain.id
    WHERE documents.parent_id IS NOT NULL AND chain.depth < ${WALK_MAX}
  )
  SELECT documents.id, documents.title, documents.icon, documents.parent_id AS "parentId",
    documents.owner_id AS "ownerId", documents.archived_at AS "archivedAt",
    shares.permission, chain.depth,
    EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = $me AND blocks.blocked_id = documents.owner_id) AS "isBlocked"
  FROM chain JOIN documents ON documents.id = chain.id
  LEFT JOIN shares ON shares.document_id = chain.id AND shares.user_id = $me
  ORDER BY chain.depth DESC`;

/**
 * Downwards for sets: `granted(id, permission)` holds every document that share entries of `$me` reach, NONE included.
 * A document with its own entry starts a new walk, so each is reached once, through its nearest entry. Documents of a
 * branch share its owner, so the block list of `$me` is checked for the entries only.
 */
export const GRANTED = `granted(id, permission) AS (
    SELECT document_id, permission FROM shares WHERE user_id = $me
      AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = $me AND blocks.blocked_id =
        (SELECT theirs.owner_id FROM documents AS theirs WHERE theirs.id = shares.document_id))
    UNION ALL
    SELECT documents.id, granted.permission FROM granted JOIN documents ON documents.parent_id = granted.id
    WHERE NOT EXISTS (SELECT 1 FROM shares WHERE shares.document_id = documents.id AND shares.user_id = $me)
  )`;

const entryAt = (id: string) =>
  `(SELECT shares.permission FROM shares WHERE shares.document_id = ${id} AND shares.user_id = $me)`;

/**
 * Upwards for sets: `granted(id, permission)` holds the documents that `asked` selects and share entries of `$me` reach,
 * NONE included. It costs what is asked for, however much others have shared with `$me`: the choice for small sets.
 */
export const grantedAmong = (asked: string): string => `asked(id) AS (${asked}), up(start, id, permission, depth) AS (
    SELECT asked.id, asked.id, ${entryAt('asked.id')}, 0 FROM asked
    UNION ALL
    SELECT up.start, documents.parent_id, ${entryAt('documents.parent_id')}, up.depth + 1
    FROM ${documentsOf('up', 'up.id')}
    WHERE up.permission IS NULL AND documents.parent_id IS NOT NULL AND up.depth < ${WALK_MAX}
  ), granted(id, permission) AS (
    SELECT up.start, up.permission FROM ${documentsOf('up', 'up.start')}
    WHERE up.permission IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = $me AND blocks.blocked_id = documents.owner_id)
  )`;

/**
 * Looks up the documents of a set one by one: `set` names it, `id` its id column. Otherwise both query planners scan
 * all documents.
 */
export const documentsOf = (set: string, id: string): string =>
  dialect() === 'postgres'
    ? `${set} CROSS JOIN LATERAL (SELECT * FROM documents WHERE documents.id = ${id} OFFSET 0) AS documents`
    : `${set} CROSS JOIN documents ON documents.id = ${id}`;

type Link = {
  id: string;
  title: string;
  icon: string | null;
  parentId: string | null;
  ownerId: string;
  archivedAt: number | null;
  permission: 'EDIT' | 'READ' | 'NONE' | null;
  /** The actor has blocked the owner. */
  isBlocked: boolean | number;
};
export type Crumb = { id: string; title: string; icon: string | null };
export type DocumentAccess = Access & {
  id: string;
  ownerId: string;
  /** Null at the root and if the parent is not visible. */
  parentId: string | null;
  /** Visible ancestors, from the top. */
  path: Crumb[];
  depth: number;
  can: Abilities;
};

/**
 * Resolves the actor's access to a document. Throws `documentNotFound` for a missing and for an invisible one alike.
 */
export async function findAccess(actor: Actor, id: string): Promise<DocumentAccess> {
  const links = await select<Link>(CHAIN, { id, me: actor.id });
  const document = links.at(-1);
  if (!document || document.isBlocked) throw new AppError('documentNotFound');
  const isOwner = document.ownerId === actor.id;
  const path: Crumb[] = [];
  let permission: Link['permission'] = isOwner ? 'EDIT' : null;
  for (const link of links) {
    permission = isOwner ? 'EDIT' : (link.permission ?? permission);
    if (link === document) break;
    // Hides ancestors above a closed branch, even if a deeper entry reopens access.
    if (permission === null || permission === 'NONE') path.length = 0;
    else path.push({ id: link.id, title: link.title, icon: link.icon });
  }
  const isArchived = document.archivedAt !== null;
  if (permission === null || permission === 'NONE' || (isArchived && !isOwner)) throw new AppError('documentNotFound');
  const access = { permission, isOwner, isArchived };
  const parentId = path.at(-1)?.id === document.parentId ? document.parentId : null;
  return { ...access, id, ownerId: document.ownerId, parentId, path, depth: links.length - 1, can: abilities(access) };
}

/** Returns the access if it includes an ability. Throws `documentNotFound`, `documentAccessDenied`. */
export async function requireAccess(actor: Actor, id: string, ability: keyof Abilities): Promise<DocumentAccess> {
  const access = await findAccess(actor, id);
  if (!access.can[ability]) throw new AppError('documentAccessDenied');
  return access;
}
