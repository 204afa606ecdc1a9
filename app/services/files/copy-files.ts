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
import { execute, select } from '#db/connection.ts';
import { FILE_COLUMNS, type FileRow } from '#db/queries/files.ts';

export type FileCopies = { rows: FileRow[]; idOf: Map<string, string> };

/** Returns the files of documents to copy, with the id of each copy. */
export async function planFileCopies(documentIds: string[]): Promise<FileCopies> {
  const rows: FileRow[] = [];
  for (const documentId of documentIds) {
    const files = await select<FileRow>(
      `SELECT ${FILE_COLUMNS} FROM files WHERE files.document_id = $documentId AND files.confirmed_at IS NOT NULL
       ORDER BY files.created_at, files.id`,
      { documentId },
    );
    rows.push(...files);
  }
  return { rows, idOf: new Map(rows.map(({ id }) => [id, newId()])) };
}

/**
 * Copies the bytes of files for another owner; copies of the same owner share them. Call before the transaction with
 * `copyFiles`, as other writers would wait for it. Throws `uploadFailed`.
 */
export async function copyBytes({ rows }: FileCopies, ownerId: string): Promise<void> {
  for (const row of rows) await copyBlob(row, ownerId);
}

/**
 * Copies the files of copied documents; call in the transaction that creates them. Bytes that were removed since
 * `copyBytes`, or belong to another owner by now, are copied again; files whose
 * bytes are lost are left out. Throws `uploadFailed`, `sizeLimitExceeded`.
 */
export async function copyFiles(
  { rows, idOf }: FileCopies,
  to: { ownerId: string; uploaderId: string; documentOf: Map<string, string> },
): Promise<void> {
  const now = Date.now();
  // Copies of the same owner share the bytes, which would go with the last original.
  await lockBytes(rows.map(({ contentHash }) => ({ contentHash, ownerId: to.ownerId })));
  for (const row of rows) {
    if (!(await copyBlob(row, to.ownerId))) continue;
    await execute(
      `INSERT INTO files (id, file_key, owner_id, uploader_id, document_id, name, ext, type, size, width, height,
         content_hash, created_at, expires_at, confirmed_at)
       SELECT $id, $fileKey, $ownerId, $uploaderId, $documentId, name, ext, type, size, width, height, content_hash,
         $now, $now, $now FROM files WHERE id = $source`,
      {
        id: idOf.get(row.id),
        fileKey: randomToken(),
        ownerId: to.ownerId,
        uploaderId: to.uploaderId,
        documentId: to.documentOf.get(row.docId!),
        now,
        source: row.id,
      },
    );
  }
  for (const documentId of new Set(rows.map((row) => to.documentOf.get(row.docId!)!)))
    await queueChangedFiles(documentId);
  if (rows.length > 0) await requireWithinStorageLimit(to.ownerId);
}

/**
 * Copies the bytes of a file for another owner. Returns false, which is logged, if they are lost: one such file must not
 * hold up everything else of its document or account. Throws `uploadFailed`.
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
