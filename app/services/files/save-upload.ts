import type { Readable } from 'node:stream';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import type { Actor } from '#app/services/actor.ts';
import { finishUpload } from '#app/services/files/confirm-upload.ts';
import { type FileEntry, incomingKey } from '#app/services/files/file-entry.ts';
import { findFileRow } from '#app/services/files/get-file.ts';
import { storeBytes } from '#app/services/files/receive-upload.ts';
import { type NewUpload, openUpload } from '#app/services/files/request-upload.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Bytes, or a function that opens a file once its upload is accepted: one that is refused leaves no file open. */
export type Bytes = Readable | (() => Readable);

/**
 * Stores a complete upload whose bytes pass through this server: a form without scripts, an import, a fetched image.
 * Throws `typeNotAllowed`, `sizeLimitExceeded`, `uploadFailed`, and the errors of document access.
 */
export async function saveUpload(actor: Actor, upload: NewUpload, bytes: Bytes): Promise<FileEntry> {
  const { fileId, fileKey, type } = await openUpload(actor, upload);
  try {
    const opened = typeof bytes === 'function' ? bytes() : bytes;
    await storeBytes(incomingKey({ fileKey }), opened, { type, max: config().maxUploadBytes });
    const row = await findFileRow(fileId);
    if (!row) throw new AppError('uploadFailed');
    return await finishUpload(row);
  } catch (error) {
    await inTransaction(async () => (await models()).File.destroy({ where: { id: fileId, confirmedAt: null } }));
    throw error;
  }
}
