import { storage } from '#app/adapters/storage.ts';
import { AppError } from '#app/errors.ts';
import { log } from '#app/observability/log.ts';
import { randomToken } from '#app/services/crypto/secrets.ts';
import { blobKey } from '#app/services/files/file-entry.ts';
import { findFileRow } from '#app/services/files/get-file.ts';
import { lockBytes } from '#app/services/files/lock-bytes.ts';
import { requireWithinStorageLimit } from '#app/services/files/storage-use.ts';
import { newId } from '#app/services/new-id.ts';
import { queueChangedFiles } from '#app/services/search/waiting-files.ts';
import { mapBounded } from '#app/threads/map-bounded.ts';
import { copyFileRows, type FileRow, findFilesOfDocuments } from '#db/queries/files.ts';

/** Objects of the storage that are looked for or copied at a time. */
const BLOBS_AT_ONCE = 20;

export type FileCopies = { rows: FileRow[]; idOf: Map<string, string> };

/** Returns the files of documents to copy, with the id of each copy. */
export async function planFileCopies(documentIds: string[]): Promise<FileCopies> {
  const rows = await findFilesOfDocuments({ documentIds: JSON.stringify(documentIds) });
  return { rows, idOf: new Map(rows.map(({ id }) => [id, newId()])) };
}

/**
 * Copies the bytes of files for another owner; copies of the same owner share them. Call before the transaction with
 * `copyFiles`, as other writers would wait for it. Throws `uploadFailed`.
 */
export async function copyBytes({ rows }: FileCopies, ownerId: string): Promise<void> {
  await copyBlobs(rows, ownerId);
}

/**
 * Copies the files of copied documents; call in the transaction that creates them. Bytes that were removed since
 * `copyBytes`, or belong to another owner by now, are copied again; files whose bytes are lost are left out. Throws
 * `uploadFailed`, `sizeLimitExceeded`.
 */
export async function copyFiles(
  { rows, idOf }: FileCopies,
  to: { ownerId: string; uploaderId: string; documentOf: Map<string, string> },
): Promise<void> {
  if (rows.length === 0) return;
  const now = Date.now();
  // Copies of the same owner share the bytes, which would go with the last original.
  await lockBytes(rows.map(({ contentHash }) => ({ contentHash, ownerId: to.ownerId })));
  const copied = await copyBlobs(rows, to.ownerId);
  const copies = copied.map(({ id, docId }) => [id, idOf.get(id), to.documentOf.get(docId!), randomToken()].join(' '));
  await copyFileRows({ copies: JSON.stringify(copies), ownerId: to.ownerId, uploaderId: to.uploaderId, now });
  for (const documentId of new Set(rows.map((row) => to.documentOf.get(row.docId!)!)))
    await queueChangedFiles(documentId);
  await requireWithinStorageLimit(to.ownerId);
}

/** Copies the bytes of files for another owner, equal ones once. Returns the files whose bytes are there. */
async function copyBlobs(rows: FileRow[], ownerId: string): Promise<FileRow[]> {
  const byBytes = [...Map.groupBy(rows, (row) => blobKey(row)).values()];
  const areThere = await mapBounded(byBytes, BLOBS_AT_ONCE, (same) => copyBlob(same[0]!, ownerId));
  return byBytes.filter((_, nth) => areThere[nth]).flat();
}

/**
 * Copies the bytes of a file for another owner. Returns false, which is logged, if they are lost: one such file must
 * not hold up everything else of its document or account. Throws `uploadFailed`.
 */
export async function copyBlob(row: FileRow, ownerId: string): Promise<boolean> {
  if (ownerId === row.ownerId) return true;
  const [from, to] = [blobKey(row), blobKey({ ...row, ownerId })];
  try {
    if ((await storage().sizeOf(to)) !== null) return true;
    if ((await storage().sizeOf(from)) !== null) {
      await storage().copy(from, to);
      return true;
    }
  } catch (cause) {
    throw new AppError('uploadFailed', { cause });
  }
  // The file may have another owner by now.
  const now = await findFileRow(row.id);
  if (now?.contentHash && blobKey(now) !== from) return copyBlob(now, ownerId);
  log.warn({ event: 'file-not-copied', fileId: row.id }, 'a file was not copied, as its bytes are lost');
  return false;
}
