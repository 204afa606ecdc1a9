import { Op } from 'sequelize';
import { documentsOf, WALK_MAX } from '#app/services/access/document-access.ts';
import { entryAt } from '#app/services/access/share-entries.ts';
import { newId } from '#app/services/new-id.ts';
import { KEPT_MS, packTakeoutsSoon } from '#app/services/takeouts/pack-takeouts.ts';
import { afterCommit, type Binds, execute, models, select } from '#db/connection.ts';
import type { TakeoutCause } from '#db/models/takeout.ts';
import { IN_BRANCH } from '#db/queries/branches.ts';
import { isListed, listed } from '#db/query.ts';

/** SQL condition on `documents` with its parameters. Only documents count whose author is not their owner. */
export type Written = { condition: string; bind: Binds };
type Reached = { id: string; writerId: string; ownerId: string };

/**
 * SQL of the documents that their author reaches through the nearest entry, personal or of a group. Archived documents
 * count: they are hidden from their author, but can be restored. `personal` limits personal entries (`entryAt`).
 */
const reachedIn = (condition: string, personal: string) => `WITH RECURSIVE written(id, writer) AS (
    SELECT documents.id, documents.created_by FROM documents
    WHERE documents.created_by <> documents.owner_id AND ${condition}
  ), up(start, writer, id, permission, depth) AS (
    SELECT id, writer, id, ${entryAt('written.id', 'written.writer', personal)}, 0 FROM written
    UNION ALL
    SELECT up.start, up.writer, documents.parent_id, ${entryAt('documents.parent_id', 'up.writer', personal)}, up.depth + 1
    FROM ${documentsOf('up', 'up.id')}
    WHERE up.permission IS NULL AND documents.parent_id IS NOT NULL AND up.depth < ${WALK_MAX}
  )
  SELECT up.start AS id, up.writer AS "writerId", documents.owner_id AS "ownerId" FROM ${documentsOf('up', 'up.start')}
  WHERE up.permission IN ('EDIT', 'READ') ORDER BY up.writer, up.start`;

const findReached = ({ condition, bind }: Written, personal = '') =>
  select<Reached>(reachedIn(condition, personal), bind);

/**
 * Records a takeout for every author other than the owner with documents among those of a condition. Call in the
 * transaction that deletes the documents, before that. Packing starts after the commit.
 */
export async function recordTakeouts({ cause, ...written }: Written & { cause: TakeoutCause }): Promise<void> {
  await recordLost(cause, await findReached(written));
}

/**
 * Runs `change`, which may end access to documents of a condition, and returns its result. Records a takeout for each
 * author who loses access to documents they wrote. Call in the transaction of the change, which must leave the
 * condition true.
 */
export async function withTakeouts<T>(
  { cause, ...written }: Written & { cause: TakeoutCause },
  change: () => Promise<T>,
): Promise<T> {
  const before = await findReached(written);
  const result = await change();
  if (before.length > 0) await recordLost(cause, lostOf(before, await findReached(written)));
  return result;
}

/** Counts the documents that people wrote and would lose access to without their personal share of a document. */
export async function countUnshared(documentId: string, userIds: string[]): Promise<Record<string, number>> {
  const written = {
    condition: `${isListed('documents.created_by', 'people')} AND documents.${IN_BRANCH}`,
    bind: { people: JSON.stringify(userIds), id: documentId },
  };
  const before = await findReached(written);
  if (before.length === 0) return {};
  const bind = { ...written.bind, documentId };
  const after = await findReached({ ...written, bind }, 'AND shares.document_id <> $documentId');
  const lost = Map.groupBy(lostOf(before, after), ({ writerId }) => writerId);
  return Object.fromEntries([...lost].map(([id, rows]) => [id, rows.length]));
}

function lostOf(before: Reached[], after: Reached[]): Reached[] {
  const still = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !still.has(id));
}

async function recordLost(cause: TakeoutCause, lost: Reached[]): Promise<void> {
  for (const [userId, rows] of Map.groupBy(lost, ({ writerId }) => writerId)) {
    for (const [ownerId, ofOwner] of Map.groupBy(rows, (row) => row.ownerId)) {
      await record(
        { userId, ownerId, cause },
        ofOwner.map(({ id }) => id),
      );
    }
  }
}

type Head = { userId: string; ownerId: string; cause: TakeoutCause };

/** Records a takeout, unless the account is deleted. */
async function record(head: Head, documentIds: string[]): Promise<void> {
  const now = Date.now();
  const id = newId();
  const { Takeout, User } = await models();
  if ((await User.count({ where: { id: head.userId, status: { [Op.ne]: 'DELETED' } } })) === 0) return;
  await Takeout.create({ id, ...head, workedAt: 0, createdAt: now, expiresAt: now + KEPT_MS });
  const recorded = await execute(
    `INSERT INTO takeout_documents (takeout_id, document_id, parent_id, version)
     SELECT CAST($takeout AS TEXT), documents.id, documents.parent_id, documents.version FROM documents
     WHERE documents.id IN (${listed('lost')})`,
    { lost: JSON.stringify(documentIds), takeout: id },
  );
  if (recorded === 0) await Takeout.destroy({ where: { id } });
  else afterCommit(packTakeoutsSoon);
}
