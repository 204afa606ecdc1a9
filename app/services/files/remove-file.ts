import { storage } from '#app/adapters/storage.ts';
import { AppError } from '#app/errors.ts';
import { log } from '#app/observability/log.ts';
import { isUploaderOf } from '#app/policies/file-policy.ts';
import type { Actor } from '#app/services/actor.ts';
import { blobKey, downloadUrlOf, incomingKey, thumbnailFolder } from '#app/services/files/file-entry.ts';
import { findFileRow, getFile } from '#app/services/files/get-file.ts';
import { lockBytes } from '#app/services/files/lock-bytes.ts';
import { queueChangedFiles } from '#app/services/search/waiting-files.ts';
import { inTransaction, models } from '#db/connection.ts';
import { type FileRow, findSameBytes } from '#db/queries/files.ts';

/**
 * Limit of a deletion in the storage while a transaction waits for it; shorter than `lock_timeout` of those that wait
 * for the transaction.
 */
const DELETE_WITHIN_MS = 3000;

/**
 * Removes a file; deletes its bytes with the last file that has them. Also cancels one's own unconfirmed upload. Throws
 * `fileNotFound`, `fileAccessDenied`, and `deleteFailed` for an upload, which stays then.
 */
export async function removeFile(actor: Actor, fileId: string): Promise<void> {
  if (await giveUpUpload(actor, fileId)) return;
  const { row, can } = await getFile(actor, fileId);
  if (!can.remove) throw new AppError('fileAccessDenied');
  await forgetFile(row);
}

async function giveUpUpload(actor: Actor, fileId: string): Promise<boolean> {
  const row = await findFileRow(fileId);
  if (!row || !isUploaderOf(actor, row) || row.confirmedAt !== null) return false;
  await storage()
    .remove(incomingKey(row))
    .catch((cause) => {
      throw new AppError('deleteFailed', { cause });
    });
  const unconfirmed = { id: fileId, confirmedAt: null };
  return (await inTransaction(async () => (await models()).File.destroy({ where: unconfirmed }))) === 1;
}

/** Deletes the row and then, if it was the owner's last one with these bytes, the bytes. */
export async function forgetFile(row: FileRow): Promise<void> {
  await inTransaction(async () => {
    await (await models()).File.destroy({ where: { id: row.id } });
    await queueChangedFiles(row.docId);
    const shownBy = { id: row.ownerId, imageUrl: downloadUrlOf(row.id) };
    await (await models()).User.update({ imageUrl: null }, { where: shownBy });
  });
  await deleteUnusedBytes(row);
}

type Bytes = { ownerId: string; contentHash: string | null };

/**
 * Deletes the bytes unless another file of the owner, or a removed one, has them. Call after the transaction that
 * removed a file. Failures are logged; pruning deletes what stays.
 */
export async function deleteUnusedBytes({ ownerId, contentHash }: Bytes): Promise<void> {
  if (contentHash === null) return;
  const key = blobKey({ ownerId, contentHash });
  const isUnused = async () => {
    const others = await findSameBytes({ ownerId, contentHash });
    return others.length === 0 && (await (await models()).RemovedFile.count({ where: { ownerId, contentHash } })) === 0;
  };
  try {
    if (!(await removeUnderLock(key, isUnused))) return;
    // Last: without the bytes no new one can be generated.
    for await (const small of storage().list(thumbnailFolder({ ownerId, contentHash })))
      await storage().remove(small.key);
  } catch (error) {
    log.warn(
      { error, key, event: 'bytes-left' },
      'the bytes of a removed file could not be deleted; pruning tries again',
    );
  }
}

/**
 * Deletes an object under the lock of its bytes, if `isUnused` still says so. Returns false without deleting it if not.
 * Throws if the storage does not do it at once, as others wait.
 */
export function removeUnderLock(key: string, isUnused: () => Promise<boolean>): Promise<boolean> {
  const [, ownerId = '', contentHash = ''] = key.split('/');
  return inTransaction(async () => {
    await lockBytes([{ ownerId, contentHash }]);
    if (!(await isUnused())) return false;
    await storage().remove(key, AbortSignal.timeout(DELETE_WITHIN_MS));
    return true;
  });
}
