import { Op } from 'sequelize';
import { placeSurvivor } from '#app/services/documents/place-survivor.ts';
import { deleteDocumentsWhere } from '#app/services/documents/purge-deleted.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { signalReaders } from '#app/services/shares/signal-readers.ts';
import { models } from '#db/connection.ts';
import { lockTree } from '#db/locks.ts';
import { archiveBranch } from '#db/queries/branches.ts';
import {
  findPlaceOfImport,
  findSurvivorsOfImport,
  findTopsOfImport,
  regroupArchiveOfImport,
} from '#db/queries/imports.ts';
import { findReadersOfImport } from '#db/queries/shares.ts';

export type TakenBack = { removed: number; archived: number };
type Recorded = { id: string; userId: string; parentId: string | null };

/**
 * Takes back what an import wrote, wherever it is now: deletes unchanged documents and archives those changed since.
 * Documents that others created or moved below them move up to the import's place. Call in a transaction.
 */
export async function takeBack({ id, userId, parentId }: Recorded): Promise<TakenBack> {
  await lockTreesOfImport(id);
  signalReaders(await findReadersOfImport({ id }));
  signal({ kind: 'tree', ownerId: userId, parentId });
  await lift(id, parentId);
  await regroupArchiveOfImport({ id });
  const removed = await deleteDocumentsWhere('import_id = $id AND version = 1', { id });
  return { removed, archived: await archiveChanged(id) };
}

/** Locks the trees with documents of an import. Returns a document of each owner and parent. */
export async function lockTreesOfImport(id: string): Promise<{ ownerId: string; someId: string }[]> {
  const tops = await findTopsOfImport({ id });
  for (const ownerId of new Set(tops.map((top) => top.ownerId))) await lockTree(ownerId);
  return tops;
}

/** Moves surviving children of deleted documents to the import's place; to the root if it belongs to another owner. */
async function lift(id: string, parentId: string | null): Promise<void> {
  const staying = await findSurvivorsOfImport({ id });
  if (staying.length === 0) return;
  const [place] = parentId === null ? [] : await findPlaceOfImport({ id, parentId });
  for (const document of staying) await placeSurvivor(document, place?.ownerId === document.ownerId ? place.id : null);
}

/**
 * Archives the changed documents with their branches; they are no longer the import's. Returns the number of the
 * import's documents among them.
 */
async function archiveChanged(importId: string): Promise<number> {
  const { Document } = await models();
  const where = { importId, version: { [Op.gt]: 1 } };
  const changed = await Document.findAll({ where, attributes: ['id'], raw: true });
  for (const { id } of changed) await archiveBranch({ id, now: Date.now() });
  await Document.update({ importId: null }, { where });
  return changed.length;
}
