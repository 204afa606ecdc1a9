import { AppError } from '#app/errors.ts';
import type { Commenting } from '#app/policies/comment-policy.ts';
import { type Abilities, type Access, abilities, accessOf } from '#app/policies/document-policy.ts';
import { entryAt, HAS_NO_ENTRY, MY_ENTRIES } from '#app/services/access/share-entries.ts';
import type { Actor } from '#app/services/actor.ts';
import { mapBounded } from '#app/threads/map-bounded.ts';
import { dialect, select } from '#db/connection.ts';
import type { Step } from '#db/write-batch.ts';

/** Recursion limit for ancestors; `DEPTH_MAX` keeps trees shallower. */
export const WALK_MAX = 5000;
/** People whose access is looked up at a time, so that connections are left for others. */
const PEOPLE_AT_ONCE = 3;

// The single definition of read access. This SQL resolves single documents, upwards: ownership, else the document's
// share entry, else that of its nearest ancestor with one. NONE closes a branch.
const chainOf = (names: string) => `
  WITH RECURSIVE chain(start, id, depth) AS (
    SELECT id, id, 0 FROM documents WHERE id IN (${names})
    UNION ALL
    SELECT chain.start, documents.parent_id, chain.depth + 1 FROM ${documentsOf('chain', 'chain.id')}
    WHERE documents.parent_id IS NOT NULL AND chain.depth < ${WALK_MAX}
  )
  SELECT chain.start, documents.id, documents.title, documents.icon, documents.parent_id AS "parentId",
    documents.owner_id AS "ownerId", documents.archived_at AS "archivedAt", documents.position, documents.commenting, ${entryAt('chain.id')} AS permission,
    EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = $me AND blocks.blocked_id = documents.owner_id) AS "isBlocked"
  FROM ${documentsOf('chain', 'chain.id')}
  ORDER BY chain.depth DESC`;

/**
 * SQL for sets, downwards: `granted(id, permission)` contains every document of the chosen owners that share entries of
 * `$me` or of their groups reach, including NONE. Recursion restarts at each document with its own entry, so each is
 * reached once, by its nearest entry. A branch has one owner, so blocks by `$me` are checked for entries only. `owners`
 * is the end of a condition about the owner's id.
 */
export const grantedBy = (owners: string): string => `mine AS (${MY_ENTRIES}), granted(id, permission) AS (
    SELECT document_id, permission FROM mine
    WHERE (SELECT theirs.owner_id FROM documents AS theirs WHERE theirs.id = mine.document_id) ${owners}
      AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = $me AND blocks.blocked_id =
        (SELECT theirs.owner_id FROM documents AS theirs WHERE theirs.id = mine.document_id))
    UNION ALL
    SELECT documents.id, granted.permission FROM granted JOIN documents ON documents.parent_id = granted.id
    WHERE ${HAS_NO_ENTRY('documents.id')}
  )`;

/** `grantedBy` for all other owners. */
export const GRANTED = grantedBy('<> $me');

/**
 * SQL for sets, upwards: `granted(id, permission)` contains the documents selected by `asked` that share entries of
 * `$me` reach, including NONE. Its cost depends only on `asked`, not on how much is shared with `$me`, so it suits
 * small sets.
 */
export const grantedAmong = (asked: string): string => `asked(id) AS (${asked}), up(start, id, permission, depth) AS (
    SELECT asked.id, asked.id, ${entryAt('asked.id')}, 0 FROM asked
    UNION ALL
    SELECT up.start, documents.parent_id, ${entryAt('documents.parent_id')}, up.depth + 1
    FROM ${documentsOf('up', 'up.id')}
    WHERE up.permission IS NULL AND documents.parent_id IS NOT NULL AND up.depth < ${WALK_MAX}
  ), granted(id, permission) AS (
    SELECT up.start, up.permission FROM ${documentsOf('up', 'up.start')}
    WHERE up.permission IS NOT NULL AND documents.owner_id <> $me
      AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.user_id = $me AND blocks.blocked_id = documents.owner_id)
  )`;

/**
 * SQL that looks up the documents of a set one by one; otherwise both query planners scan all documents. `set` is the
 * table, `id` its id column.
 */
export const documentsOf = (set: string, id: string): string =>
  dialect() === 'postgres'
    ? `${set} CROSS JOIN LATERAL (SELECT * FROM documents WHERE documents.id = ${id} OFFSET 0) AS documents`
    : `${set} CROSS JOIN documents ON documents.id = ${id}`;

type Link = {
  /** Id of the document whose ancestors are listed. */
  start: string;
  id: string;
  title: string;
  icon: string | null;
  parentId: string | null;
  ownerId: string;
  archivedAt: number | null;
  position: number;
  commenting: Commenting;
  permission: 'EDIT' | 'READ' | 'NONE' | null;
  /** True if the actor has blocked the owner. */
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
  commenting: Commenting;
  can: Abilities;
};

/**
 * Resolves the actor's access to a document. An access already resolved is returned unchanged. Throws
 * `documentNotFound` for a missing and for an invisible document alike.
 */
export async function getAccess(actor: Pick<Actor, 'id'>, document: string | DocumentAccess): Promise<DocumentAccess> {
  return typeof document === 'string' ? (await loadChains(actor, [document])).find(document) : document;
}

/** Finds the actor's access to a document; null for a missing and for an invisible one alike. */
export async function findAccess(actor: Pick<Actor, 'id'>, documentId: string): Promise<DocumentAccess | null> {
  return (await loadChains(actor, [documentId])).tryFind(documentId);
}

/** Tests whether a person may read a document. */
export async function mayReadDocument(person: Pick<Actor, 'id'>, documentId: string): Promise<boolean> {
  return (await findAccess(person, documentId)) !== null;
}

/** Returns those of some people who may read a document, in their order. */
export async function readersAmong<Person extends Pick<Actor, 'id'>>(
  people: readonly Person[],
  documentId: string,
): Promise<Person[]> {
  const mayRead = await mapBounded(people, PEOPLE_AT_ONCE, (person) => mayReadDocument(person, documentId));
  return people.filter((_, nth) => mayRead[nth]);
}

/** Returns the access if it includes an ability. Throws `documentNotFound`, `documentAccessDenied`. */
export async function requireAccess(
  actor: Pick<Actor, 'id'>,
  document: string | DocumentAccess,
  ability: keyof Abilities,
): Promise<DocumentAccess> {
  return allowing(await getAccess(actor, document), ability);
}

function allowing(access: DocumentAccess, ability: keyof Abilities): DocumentAccess {
  if (!access.can[ability]) throw new AppError('documentAccessDenied');
  return access;
}

/**
 * Loads the ancestors of documents and the entries that decide the actor's access, in one statement. Valid while
 * nothing moves: under the tree's lock, or for reading.
 */
export async function loadChains(actor: Pick<Actor, 'id'>, ids: string[]): Promise<AccessChains> {
  const bind = Object.fromEntries(ids.map((id, index) => [`id${index}`, id]));
  const names = ids.map((_, index) => `$id${index}`).join(', ');
  const read = { sql: chainOf(names), bind: { ...bind, me: actor.id } };
  return new AccessChains(actor, await select<Link>(read.sql, read.bind), read);
}

/** Access to the loaded documents and to all their ancestors. */
export class AccessChains {
  readonly #actor: Pick<Actor, 'id'>;
  readonly #chains: Link[][];
  /** Step of a batch that is refused if the chains have changed since they were read. */
  readonly unchanged: Step;

  /** `links` must be sorted from the top down; `read` is the statement that returned them. */
  constructor(actor: Pick<Actor, 'id'>, links: Link[], read: Pick<Step, 'sql' | 'bind'>) {
    this.unchanged = { ...read, expects: { rows: links } };
    this.#actor = actor;
    this.#chains = [...Map.groupBy(links, ({ start }) => start).values()];
  }

  /** Throws `documentNotFound` for a missing and for an invisible document alike. */
  find(id: string): DocumentAccess {
    const access = this.tryFind(id);
    if (!access) throw new AppError('documentNotFound');
    return access;
  }

  /** Returns null for a missing and for an invisible document alike. */
  tryFind(id: string): DocumentAccess | null {
    const links = this.#chainTo(id);
    return links ? accessAlong(this.#actor, links) : null;
  }

  /** Returns the access if it includes an ability. Throws as `find`, and `documentAccessDenied`. */
  require(id: string, ability: keyof Abilities): DocumentAccess {
    return allowing(this.find(id), ability);
  }

  /** Returns parent and position of a loaded document, visible or not. */
  placeOf(id: string): Pick<Link, 'id' | 'parentId' | 'position'> {
    return this.#chainTo(id)!.at(-1)!;
  }

  /** Returns true if a document equals another or is below it, visible or not. */
  isWithin(id: string, ancestorId: string): boolean {
    return this.#chainTo(id)?.some((link) => link.id === ancestorId) ?? false;
  }

  #chainTo(id: string): Link[] | undefined {
    for (const chain of this.#chains) {
      const end = chain.findIndex((link) => link.id === id);
      if (end >= 0) return chain.slice(0, end + 1);
    }
    return undefined;
  }
}

function accessAlong(actor: Pick<Actor, 'id'>, links: Link[]): DocumentAccess | null {
  const { id, ownerId, archivedAt, isBlocked, commenting, parentId: realParentId } = links.at(-1)!;
  const isOwner = ownerId === actor.id;
  const path: Crumb[] = [];
  let entry: Link['permission'] = null;
  for (const link of links) {
    entry = link.permission ?? entry;
    if (link.id === id) break;
    // Hides ancestors above a closed branch, even if a deeper entry reopens access.
    if (!isOwner && (entry === null || entry === 'NONE')) path.length = 0;
    else path.push({ id: link.id, title: link.title, icon: link.icon });
  }
  const access = accessOf({ isOwner, entry, isArchived: archivedAt !== null, isBlocked: Boolean(isBlocked) });
  if (!access) return null;
  const parentId = path.at(-1)?.id === realParentId ? realParentId : null;
  return { ...access, id, ownerId, parentId, path, depth: links.length - 1, commenting, can: abilities(access) };
}
