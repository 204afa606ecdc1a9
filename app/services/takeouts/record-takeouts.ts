import { Op } from 'sequelize';
import { documentsOf, loadChains } from '#app/services/access/document-access.ts';
import { entryAt } from '#app/services/access/share-entries.ts';
import { newId } from '#app/services/new-id.ts';
import { KEPT_MS, packTakeoutsSoon } from '#app/services/takeouts/pack-takeouts.ts';
import { afterCommit, type Binds, execute, models, select } from '#db/connection.ts';
import type { TakeoutCause } from '#db/models/takeout.ts';
import { IN_BRANCH } from '#db/queries/branches.ts';
import { listed } from '#db/query.ts';

/** Recursion limit for ancestors, as for access. */
const WALK_MAX = 5000;

/**
 * SQL in which `up` ends at the nearest entry for each document's author, personal or of a group. Archived documents
 * count: they are hidden from their author, but can be restored.
 */
const writtenIn = (condition: string) => `WITH RECURSIVE written(id, writer) AS (
    SELECT documents.id, documents.created_by FROM documents
    WHERE documents.created_by <> documents.owner_id AND ${condition}
  ), up(start, writer, id, permission, depth) AS (
    SELECT id, writer, id, ${entryAt('written.id', 'written.writer')}, 0 FROM written
    UNION ALL
    SELECT up.start, up.writer, documents.parent_id, ${entryAt('documents.parent_id', 'up.writer')}, up.depth + 1
    FROM ${documentsOf('up', 'up.id')}
    WHERE up.permission IS NULL AND documents.parent_id IS NOT NULL AND up.depth < ${WALK_MAX}
  )`;
const REACHED = "up.permission IN ('EDIT', 'READ')";

/** SQL of the documents in the branch `$id` that `$me` wrote and reaches through an entry of their own or of a group. */
const reachedBelow = () => `WITH RECURSIVE written(id) AS (
    SELECT documents.id FROM documents
    WHERE documents.created_by = $me AND documents.created_by <> documents.owner_id AND documents.${IN_BRANCH}
  ), up(start, id, permission, depth) AS (
    SELECT id, id, ${entryAt('written.id')}, 0 FROM written
    UNION ALL
    SELECT up.start, documents.parent_id, ${entryAt('documents.parent_id')}, up.depth + 1
    FROM ${documentsOf('up', 'up.id')}
    WHERE up.permission IS NULL AND documents.parent_id IS NOT NULL AND up.depth < ${WALK_MAX}
  )
  SELECT start AS id FROM up WHERE ${REACHED}`;

/** Returns the documents in a branch that a person wrote and a share reaches. Archived documents count. */
export async function reachedInBranch(userId: string, id: string): Promise<string[]> {
  const rows = await select<{ id: string }>(reachedBelow(), { me: userId, id });
  return rows.map((row) => row.id);
}

type Lost = { cause: TakeoutCause; ownerId: string; condition: string; bind: Binds };

/**
 * Records a takeout for every author other than the owner with documents among those of a condition. Call in the
 * transaction that deletes the documents, before that. Packing starts after the commit.
 */
export async function recordTakeouts({ cause, ownerId, condition, bind }: Lost): Promise<void> {
  const written = writtenIn(condition);
  const writers = await select<{ id: string }>(
    `${written} SELECT DISTINCT users.id FROM up JOIN users ON users.id = up.writer
     WHERE ${REACHED} AND users.status <> 'DELETED' ORDER BY users.id`,
    bind,
  );
  for (const { id: userId } of writers) {
    const documents = `${written} SELECT start FROM up WHERE ${REACHED} AND up.writer = $writer`;
    await record({ userId, ownerId, cause }, documents, { ...bind, writer: userId });
  }
}

/** SQL of the documents that `$person` wrote and can access through their share of a document. */
const reachedHere = () => `${writtenIn('documents.created_by = $person')}
  SELECT start FROM up WHERE ${REACHED} AND up.id = $documentId`;

type Shared = { id: string; parentId: string | null; ownerId: string };

/**
 * Records a takeout for a person whose share of a document will end, if they lose access to documents they wrote. Call
 * in the transaction that ends it, before that. `closes`: the share becomes NONE, so that shares of ancestors do not
 * apply.
 */
export async function recordUnshared(userId: string, document: Shared, { closes = false } = {}): Promise<void> {
  if (!closes && (await readsAbove(userId, document))) return;
  const bind = { documentId: document.id, person: userId };
  await record({ userId, ownerId: document.ownerId, cause: 'unshared' }, reachedHere(), bind);
}

/**
 * Records a takeout of documents that their author can no longer read. Call in the transaction that ended the access.
 */
export async function recordLostDocuments(head: Head, documentIds: string[]): Promise<void> {
  await record(head, listed('lost'), { lost: JSON.stringify(documentIds) });
}

/** Counts the documents that a person wrote and would lose access to without their share of a document. */
export async function countUnshared(userId: string, document: Pick<Shared, 'id' | 'parentId'>): Promise<number> {
  const lost = await select(reachedHere(), { documentId: document.id, person: userId });
  return lost.length === 0 || (await readsAbove(userId, document)) ? 0 : lost.length;
}

async function readsAbove(userId: string, { parentId }: Pick<Shared, 'parentId'>): Promise<boolean> {
  if (parentId === null) return false;
  return (await loadChains({ id: userId }, [parentId])).tryFind(parentId) !== null;
}

type Head = { userId: string; ownerId: string; cause: TakeoutCause };

/** Records a takeout, unless the account is deleted. `documents` is SQL that selects the ids of its documents. */
async function record(head: Head, documents: string, bind: Binds): Promise<void> {
  const now = Date.now();
  const id = newId();
  const { Takeout, User } = await models();
  if ((await User.count({ where: { id: head.userId, status: { [Op.ne]: 'DELETED' } } })) === 0) return;
  await Takeout.create({ id, ...head, workedAt: 0, createdAt: now, expiresAt: now + KEPT_MS });
  const recorded = await execute(
    `INSERT INTO takeout_documents (takeout_id, document_id, parent_id, version)
     SELECT CAST($takeout AS TEXT), documents.id, documents.parent_id, documents.version FROM documents
     WHERE documents.id IN (${documents})`,
    { ...bind, takeout: id },
  );
  if (recorded === 0) await Takeout.destroy({ where: { id } });
  else afterCommit(packTakeoutsSoon);
}
