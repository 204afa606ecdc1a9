import { storage } from '#app/adapters/storage.ts';
import { AppError } from '#app/errors.ts';
import { log } from '#app/observability/log.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { blobKey } from '#app/services/files/file-entry.ts';
import { getFile } from '#app/services/files/get-file.ts';
import { lockBytes } from '#app/services/files/lock-bytes.ts';
import { deleteUnusedBytes, removeFile } from '#app/services/files/remove-file.ts';
import { queueChangedFiles } from '#app/services/search/waiting-files.ts';
import { inTransaction, models, outsideTransaction } from '#db/connection.ts';
import { Op } from '#db/operators.ts';

const KEPT_MS = 3600 * 1000;
/** Maximum number of removed files kept per owner. They do not count against the storage limit. */
const KEPT_MAX = 20;

/**
 * Removes a file of a document so that `restoreFile` can restore it within an hour. Returns false if the file was
 * deleted permanently, as it had no document or was not confirmed. Throws `fileNotFound`, `fileAccessDenied`.
 */
export async function trashFile(actor: Actor, fileId: string): Promise<boolean> {
  const { File, RemovedFile } = await models();
  const known = await File.findByPk(fileId, { attributes: ['documentId', 'contentHash', 'confirmedAt'] });
  if (!known?.confirmedAt || !known.documentId || !known.contentHash) {
    await removeFile(actor, fileId);
    return false;
  }
  const { row, can } = await getFile(actor, fileId);
  if (!can.remove) throw new AppError('fileAccessDenied');
  const { ownerId } = row;
  await inTransaction(async () => {
    await lockBytes([row]);
    const file = await File.findByPk(fileId);
    if (!file?.documentId || !file.contentHash) throw new AppError('fileNotFound');
    const { documentId, contentHash } = file;
    const kept = { id: fileId, ownerId, documentId, contentHash, file: JSON.stringify(file.get()) };
    await RemovedFile.create({ ...kept, removedAt: Date.now() });
    await file.destroy();
    await queueChangedFiles(documentId);
  });
  deleteRemovedSoon(ownerId);
  return true;
}

const deletions = new Set<Promise<unknown>>();

/** Starts `deleteRemovedFiles` for which the caller does not wait. */
function deleteRemovedSoon(ownerId: string): void {
  const deletion = outsideTransaction(() => deleteRemovedFiles({ ownerId }))
    .catch((error) => log.warn({ error, event: 'removed-not-deleted' }, 'removed files are deleted by the daily job'))
    .finally(() => deletions.delete(deletion));
  deletions.add(deletion);
}

/** Waits for the deletions that removals have started. Used before the process ends and in tests. */
export async function awaitRemovedFiles(): Promise<void> {
  await Promise.all(deletions);
}

/**
 * Restores a removed file. Requires EDIT on its document. Throws `documentAccessDenied`, and `fileNotFound` after an
 * hour.
 */
export async function restoreFile(actor: Actor, docId: string, fileId: string): Promise<void> {
  await requireAccess(actor, docId, 'edit');
  const { File, RemovedFile } = await models();
  const removedAt = { [Op.gt]: Date.now() - KEPT_MS };
  const removed = await RemovedFile.findOne({ where: { id: fileId, documentId: docId, removedAt } });
  // The row keeps the bytes, so they are still there when it is taken.
  if (!removed || (await storage().sizeOf(blobKey(removed))) === null) throw new AppError('fileNotFound');
  await inTransaction(async () => {
    await lockBytes([removed]);
    const taken = await RemovedFile.destroy({ where: { id: fileId, removedAt: removed.removedAt } });
    if (taken === 0) throw new AppError('fileNotFound');
    await File.create(JSON.parse(removed.file));
    await queueChangedFiles(docId);
  });
}

type Removal = { ownerId?: string; signal?: AbortSignal };

/**
 * Deletes files removed more than an hour ago, and those of an owner beyond the newest twenty. Returns their number.
 * What fails is logged; the next call tries again. Throws the reason of `signal` between two files.
 */
export async function deleteRemovedFiles({ ownerId, signal }: Removal = {}): Promise<number> {
  const { RemovedFile } = await models();
  const over = await RemovedFile.findAll({ where: { removedAt: { [Op.lte]: Date.now() - KEPT_MS } } });
  const order: [string, string][] = [
    ['removedAt', 'DESC'],
    ['id', 'DESC'],
  ];
  const beyond = ownerId ? await RemovedFile.findAll({ where: { ownerId }, order, offset: KEPT_MAX, limit: 100 }) : [];
  const gone = [...new Map([...over, ...beyond].map((removed) => [removed.id, removed])).values()];
  let deleted = 0;
  for (const { id, removedAt, ...removed } of gone.map((row) => row.get())) {
    signal?.throwIfAborted();
    try {
      await inTransaction(() => RemovedFile.destroy({ where: { id, removedAt } }));
      await deleteUnusedBytes(removed);
      deleted += 1;
    } catch (error) {
      log.warn({ error, fileId: id, event: 'removed-not-deleted' }, 'a removed file is deleted by the daily job');
    }
  }
  return deleted;
}
