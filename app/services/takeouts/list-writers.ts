import { type DocumentAccess, requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { NOT_HIDDEN } from '#app/services/documents/hidden-documents.ts';
import { countUnshared } from '#app/services/takeouts/record-takeouts.ts';
import { type Binds, select } from '#db/connection.ts';
import { IN_BRANCH } from '#db/queries/branches.ts';

/** Number of documents by one author that a deletion removes; the name of a deleted account is null. */
export type Writer = { name: string | null; count: number };

type Row = { name: string; status: string; count: number };

/** Returns the authors, other than the owner, of documents that match a condition, most documents first. */
async function writersOf(condition: string, bind: Binds): Promise<Writer[]> {
  const rows = await select<Row>(
    `SELECT COALESCE(users.display_name, users.email) AS name, users.status, COUNT(*) AS count
     FROM documents JOIN users ON users.id = documents.created_by
     WHERE documents.created_by <> documents.owner_id AND ${condition}
     GROUP BY users.id, users.display_name, users.email, users.status ORDER BY COUNT(*) DESC, users.id`,
    bind,
  );
  const living = rows.filter(({ status }) => status !== 'DELETED');
  const gone = rows.filter(({ status }) => status === 'DELETED').reduce((sum, { count }) => sum + Number(count), 0);
  const named = living.map(({ name, count }) => ({ name, count: Number(count) }));
  return gone > 0 ? [...named, { name: null, count: gone }] : named;
}

/**
 * Lists the authors of documents that deleting a document removes. Throws `documentNotFound`, `documentAccessDenied`.
 */
export async function listWritersBelow(actor: Actor, document: string | DocumentAccess): Promise<Writer[]> {
  const { id } = await requireAccess(actor, document, 'delete');
  return writersOf(`documents.${IN_BRANCH}`, { id });
}

/** Lists the authors of documents that emptying the actor's archive removes. */
export function listArchivedWriters(actor: Actor): Promise<Writer[]> {
  return writersOf(`documents.owner_id = $me AND documents.archived_at IS NOT NULL AND ${NOT_HIDDEN}`, {
    me: actor.id,
  });
}

/**
 * Lists the authors of an account's documents, for its deletion. The caller must have checked the right to delete it.
 */
export function listWritersUnder(ownerId: string): Promise<Writer[]> {
  return writersOf('documents.owner_id = $ownerId', { ownerId });
}

/** Counts the documents that the actor wrote and would lose access to by leaving a document. */
export async function countLeaving(actor: Actor, { id }: DocumentAccess): Promise<number> {
  return (await countUnshared(id, [actor.id]))[actor.id] ?? 0;
}
