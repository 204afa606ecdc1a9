import { storage } from '#app/adapters/storage.ts';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { log } from '#app/observability/log.ts';
import { isUploaderOf } from '#app/policies/file-policy.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { blobKey, downloadUrlOf, type FileEntry, incomingKey, toFileEntry } from '#app/services/files/file-entry.ts';
import { findFileRow } from '#app/services/files/get-file.ts';
import { type Inspected, inspectUpload, stripMetadata } from '#app/services/files/inspect-upload.ts';
import { lockBytes } from '#app/services/files/lock-bytes.ts';
import { storageFault } from '#app/services/files/receive-upload.ts';
import { renewReservation } from '#app/services/files/storage-use.ts';
import { queueChangedFiles } from '#app/services/search/waiting-files.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lock } from '#db/locks.ts';
import type { FileRow } from '#db/queries/files.ts';

type Confirmation = { fileKey: string; fileId: string; downloadUrl: string };

/**
 * Confirms an upload as a file after checking that its bytes match its name; idempotent. Throws `fileNotFound` (nothing
 * was uploaded), `fileAccessDenied` (someone else's), `validationFailed` (key or URL of another), `sizeLimitExceeded`,
 * `typeNotAllowed`, `moveFailed`, `uploadFailed`, and the errors of document access.
 */
export async function confirmUpload(actor: Actor, confirmation: Confirmation): Promise<FileEntry> {
  const row = await findFileRow(confirmation.fileId);
  if (!row) throw new AppError('fileNotFound');
  if (!isUploaderOf(actor, row)) throw new AppError('fileAccessDenied');
  requireMatch(row, confirmation);
  if (row.docId) await requireAccess(actor, row.docId, 'edit');
  if (row.confirmedAt !== null) return toFileEntry(row);
  try {
    return await finishUpload(row);
  } catch (error) {
    // Concurrent confirmations: the other request moved the bytes and may not have committed yet.
    const now = await inTransaction(async () => {
      await lock(`upload ${row.id}`);
      return findFileRow(row.id);
    });
    if (now?.confirmedAt) return toFileEntry(now);
    throw error;
  }
}

/** Compares the client's URL and never fetches it. */
function requireMatch(row: FileRow, { fileKey, downloadUrl }: Confirmation): void {
  if (fileKey !== row.fileKey) throw new AppError('validationFailed', { fields: { fileKey: [{ key: 'invalid' }] } });
  const expected = downloadUrlOf(row.id);
  if (downloadUrl !== expected && URL.parse(downloadUrl)?.pathname !== expected)
    throw new AppError('validationFailed', { fields: { downloadUrl: [{ key: 'invalid' }] } });
}

/** Turns uploaded bytes into a file. Deletes refused ones. */
export async function finishUpload(row: FileRow): Promise<FileEntry> {
  const incoming = incomingKey(row);
  try {
    const size = await storage().sizeOf(incoming);
    if (size === null) throw new AppError('fileNotFound');
    if (size > config().maxUploadBytes || (row.size !== null && size > row.size))
      throw new AppError('sizeLimitExceeded');
    const inspected = await inspectUpload(incoming, row.ext);
    if (!inspected.isAsNamed) throw new AppError('typeNotAllowed');
    const isRewritten = inspected.width !== null && (await stripMetadata(incoming, row.type));
    return await keep(row, isRewritten ? await inspectUpload(incoming, row.ext) : inspected);
  } catch (error) {
    if (!(error instanceof AppError)) throw storageFault(error);
    if (error.error === 'typeNotAllowed' || error.error === 'sizeLimitExceeded') await discard(row);
    throw error;
  }
}

async function keep({ id }: FileRow, inspected: Inspected): Promise<FileEntry> {
  for (;;) {
    const row = await findFileRow(id);
    if (!row) throw new AppError('fileNotFound');
    if (row.confirmedAt !== null) return toFileEntry(row);
    await renewReservation(row, inspected.size);
    await placeBytes(row, inspected);
    // A row that has another owner by now is read again: the owner is a part of the key.
    if (!(await keepRow(row, inspected))) continue;
    await bringBack(row, inspected);
    // The file is confirmed; pruning removes what stays.
    await storage()
      .remove(incomingKey(row))
      .catch((error) => log.warn({ error, fileId: id, event: 'upload-left' }, 'the bytes of an upload stay for a day'));
  }
}

/**
 * Puts the bytes in their place, unless the owner has them. Throws `moveFailed`, and the storage's error if they are
 * gone.
 */
async function placeBytes(row: FileRow, { contentHash, size, stamp }: Inspected): Promise<void> {
  const [from, to] = [incomingKey(row), blobKey({ ...row, contentHash })];
  if ((await storage().sizeOf(to)) === size) return;
  await storage()
    .place(from, to, stamp)
    .catch(async (cause) => {
      if ((await storage().sizeOf(from)) === null) throw cause;
      throw new AppError('moveFailed', { cause });
    });
}

/**
 * Confirms the row; its bytes are in their place, so that a handover can copy them. Returns false without changes if it
 * was confirmed, removed or handed over since it was read.
 */
async function keepRow({ id, ownerId, docId }: FileRow, inspected: Inspected): Promise<boolean> {
  const { contentHash, size, width, height } = inspected;
  return inTransaction(async () => {
    await lock(`upload ${id}`);
    // Waits for a removal of equal bytes, which finds this row or has ended before it is committed.
    await lockBytes([{ ownerId, contentHash }]);
    const confirmed = { confirmedAt: Date.now(), contentHash, size, width, height };
    const unconfirmed = { id, confirmedAt: null, ownerId };
    const [changed] = await (await models()).File.update(confirmed, { where: unconfirmed });
    if (changed === 1) await queueChangedFiles(docId);
    return changed === 1;
  });
}

/**
 * Puts bytes in their place again that were removed before the row was committed. The row is unconfirmed if that fails.
 */
async function bringBack(row: FileRow, inspected: Inspected): Promise<void> {
  try {
    await placeBytes(row, inspected);
  } catch (error) {
    const { id, ownerId, size, width, height } = row;
    const before = { confirmedAt: null, contentHash: null, size, width, height };
    await inTransaction(async () => (await models()).File.update(before, { where: { id, ownerId } }));
    throw error;
  }
}

async function discard(row: FileRow): Promise<void> {
  await storage().remove(incomingKey(row));
  await inTransaction(async () => (await models()).File.destroy({ where: { id: row.id, confirmedAt: null } }));
}
