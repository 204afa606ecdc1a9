import { AppError } from '#app/errors.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { lastPosition } from '#app/services/documents/position.ts';
import { deleteDocumentsWhere } from '#app/services/documents/purge-deleted.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { signalReaders } from '#app/services/shares/signal-readers.ts';
import { dropUploads } from '#app/services/transfer/import/stored-uploads.ts';
import { afterCommit, execute, inTransaction, models, select } from '#db/connection.ts';
import { lockTree } from '#db/locks.ts';
import { archiveBranch } from '#db/queries/branches.ts';
import { findReadersOfImport } from '#db/queries/shares.ts';

export type UndoneImport = { removed: number; archived: number };

const CHANGED = 'import_id = $id AND version > 1';
const UNCHANGED = 'import_id = $id AND version = 1';

/**
 * Undoes an import: deletes its documents wherever they are now, and archives those changed since. Documents that
 * others created or moved below them move up to the import's place. Throws `notFound` for another person's import,
 * `documentAccessDenied` if the actor may no longer edit.
 */
export async function undoImport(actor: Actor, id: string): Promise<UndoneImport> {
  return inTransaction(async () => {
    const { Import } = await models();
    const found = await Import.findOne({ where: { id, userId: actor.id } });
    if (!found) throw new AppError('notFound');
    await requireEditable(actor, id);
    signalReaders(await findReadersOfImport({ id }));
    signal({ kind: 'tree', ownerId: actor.id, parentId: found.parentId });
    await lift(id, found.parentId);
    await regroupArchive(id);
    const removed = await deleteDocumentsWhere(UNCHANGED, { id });
    const archived = await archiveChanged(id);
    await Import.destroy({ where: { id } });
    afterCommit(() => void dropUploads(id, found.sources).catch(() => undefined));
    return { removed, archived };
  });
}

/** Own documents need no check; access to those in another owner's tree may have been revoked. */
async function requireEditable(actor: Actor, id: string): Promise<void> {
  const owners = await select<{ ownerId: string; someId: string }>(
    `SELECT documents.owner_id AS "ownerId", MIN(documents.id) AS "someId" FROM documents
     LEFT JOIN documents AS parent ON parent.id = documents.parent_id AND parent.import_id = $id
     WHERE documents.import_id = $id AND parent.id IS NULL GROUP BY documents.owner_id, documents.parent_id
     ORDER BY documents.owner_id`,
    { id },
  );
  for (const ownerId of new Set(owners.map((top) => top.ownerId))) await lockTree(ownerId);
  for (const { ownerId, someId } of owners) {
    if (ownerId === actor.id) continue;
    await requireAccess(actor, someId, 'edit');
  }
}

/** Moves surviving children of a deleted document to the import's place. */
async function lift(id: string, parentId: string | null): Promise<void> {
  const staying = await select<{ documentId: string; ownerId: string }>(
    `SELECT documents.id AS "documentId", documents.owner_id AS "ownerId" FROM documents
     JOIN documents AS parent ON parent.id = documents.parent_id
     WHERE parent.import_id = $id AND parent.version = 1
       AND (documents.import_id IS NULL OR documents.import_id <> $id OR documents.version > 1)
     ORDER BY documents.position, documents.id`,
    { id },
  );
  if (staying.length === 0) return;
  const place = parentId === null ? null : await findPlace(id, parentId);
  for (const { documentId, ownerId } of staying) {
    const siblings = { parentId: place?.ownerId === ownerId ? place.id : null, ownerId };
    const position = await lastPosition(siblings);
    const changes = { parentId: siblings.parentId, position };
    await (await models()).Document.update(changes, { where: { id: documentId } });
  }
}

/** Returns the import's parent; null if it is archived, or was moved below the imported documents. */
async function findPlace(id: string, parentId: string): Promise<{ id: string; ownerId: string } | null> {
  const [place] = await select<{ id: string; ownerId: string }>(
    `WITH RECURSIVE chain(id) AS (
       SELECT parent_id FROM documents WHERE id = $parentId UNION SELECT documents.parent_id FROM chain JOIN documents ON documents.id = chain.id
     )
     SELECT id, owner_id AS "ownerId" FROM documents WHERE id = $parentId AND archived_at IS NULL AND COALESCE(import_id, '') <> $id
       AND NOT EXISTS (SELECT 1 FROM chain JOIN documents AS above ON above.id = chain.id WHERE above.import_id = $id)`,
    { id, parentId },
  );
  return place ?? null;
}

/**
 * Archives the changed documents of the import with their branches. Returns the number of the import's documents among
 * them.
 */
async function archiveChanged(id: string): Promise<number> {
  const changed = await select<{ documentId: string }>(`SELECT id AS "documentId" FROM documents WHERE ${CHANGED}`, {
    id,
  });
  for (const { documentId } of changed) {
    await archiveBranch({ id: documentId, now: Date.now() });
  }
  return changed.length;
}

/** A document archived together with a deleted one becomes an archive entry of its own. */
async function regroupArchive(id: string): Promise<void> {
  await execute(
    `UPDATE documents SET archive_root_id = id
     WHERE archive_root_id IN (SELECT id FROM documents WHERE ${UNCHANGED})`,
    { id },
  );
}
