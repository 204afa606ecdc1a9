import { storage } from '#app/adapters/storage.ts';
import { AppError } from '#app/errors.ts';
import { isUploaderOf } from '#app/policies/file-policy.ts';
import type { Actor } from '#app/services/actor.ts';
import { blobKey, downloadUrlOf, incomingKey, thumbnailFolder } from '#app/services/files/file-entry.ts';
import { findFileRow, getFile } from '#app/services/files/get-file.ts';
import { lockBytes } from '#app/services/files/lock-bytes.ts';
import { queueChangedFiles } from '#app/services/search/waiting-files.ts';
import { inTransaction, models } from '#db/connection.ts';
import { type FileRow, findSameBytes } from '#db/queries/files.ts';

/**
 * Removes a file; deletes its bytes with the last file that has them. Also cancels one's own unconfirmed upload. Throws
 * `fileNotFound`, `fileAccessDenied`, `deleteFailed`.
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
  const unconfirmed = { id: fileId, confirmedAt: null };
  const gone = await inTransaction(async () => (await models()).File.destroy({ where: unconfirmed }));
  if (gone === 0) return false;
  await storage()
    .remove(incomingKey(row))
    .catch((cause) => {
      throw new AppError('deleteFailed', { cause });
    });
  return true;
}

/** Deletes the row and, if it was the owner's last one with these bytes, the bytes. Throws `deleteFailed`. */
export async function forgetFile(row: FileRow): Promise<void> {
  await inTransaction(async () => {
    await lockBytes([row]);
    await (await models()).File.destroy({ where: { id: row.id } });
    await queueChangedFiles(row.docId);
    const shownBy = { id: row.ownerId, imageUrl: downloadUrlOf(row.id) };
    await (await models()).User.update({ imageUrl: null }, { where: shownBy });
    await deleteUnusedBytes(row);
  });
}

type Bytes = { ownerId: string; contentHash: string | null };

/** Deletes the bytes unless another file of the owner, or a removed one, has them. Throws `deleteFailed`. */
export async function deleteUnusedBytes({ ownerId, contentHash }: Bytes): Promise<void> {
  if (contentHash === null) return;
  const others = await findSameBytes({ ownerId, contentHash });
  if (others.length > 0 || (await (await models()).RemovedFile.count({ where: { ownerId, contentHash } })) > 0) return;
  await removeBytes(blobKey({ ownerId, contentHash }), thumbnailFolder({ ownerId, contentHash })).catch((cause) => {
    throw new AppError('deleteFailed', { cause });
  });
}

/** Deletes the smaller images last: without the bytes no new one can be generated. */
async function removeBytes(blob: string, thumbnails: string): Promise<void> {
  await storage().remove(blob);
  for await (const { key } of storage().list(thumbnails)) await storage().remove(key);
}
