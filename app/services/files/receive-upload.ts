import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { storage } from '#app/adapters/storage.ts';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { log } from '#app/observability/log.ts';
import { mayReceive } from '#app/policies/file-policy.ts';
import { digester, keepDigest } from '#app/services/files/digest-bytes.ts';
import { incomingKey } from '#app/services/files/file-entry.ts';
import { findFileRow } from '#app/services/files/get-file.ts';
import type { SignedUpload } from '#app/services/files/signed-upload-path.ts';

/** Headers of the upload; `length` is null for a chunked body. */
type Said = { type: string | null; length: number | null };

/**
 * Receives the bytes of a requested upload; can be repeated until confirmed. Throws `fileAccessDenied` (type or length
 * differ from the signed ones, or already confirmed), `sizeLimitExceeded`, `uploadFailed`.
 */
export async function receiveUpload(signed: SignedUpload, body: Readable, { type, length }: Said): Promise<void> {
  const row = await findFileRow(signed.fileId);
  if (!row || !mayReceive(row, signed, { type })) throw new AppError('fileAccessDenied');
  if (length !== null && length > config().maxUploadBytes) throw new AppError('sizeLimitExceeded');
  if (!mayReceive(row, signed, { type, length })) throw new AppError('fileAccessDenied');
  await storeBytes(incomingKey(row), body, {
    type: signed.type,
    max: signed.size ?? row.size ?? config().maxUploadBytes,
  });
}

/** Streams into the storage and counts the actual bytes. Throws `sizeLimitExceeded`, `uploadFailed`. */
export async function storeBytes(
  key: string,
  body: Readable,
  { type, max }: { type: string; max: number },
): Promise<void> {
  const seen = digester();
  const bytes = new Transform({
    transform(piece: Buffer, _encoding, next) {
      seen.take(piece);
      if (seen.size() > max) next(new AppError('sizeLimitExceeded'));
      else next(null, piece);
    },
  });
  const written = storage().write(key, bytes, { type });
  try {
    const [stamp] = await Promise.all([written, pipeline(body, bytes)]);
    keepDigest(key, stamp, seen.digest());
  } catch (error) {
    bytes.destroy();
    // Waits for the storage to clean up before the sender gets the error.
    await written.catch(() => undefined);
    if (error instanceof AppError) throw error;
    throw storageFault(error);
  }
}

/** Node's error codes for a disconnected sender. */
const GONE = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'];

/** Logs storage errors for the operator; a disconnected sender is not a fault. */
export function storageFault(cause: unknown): AppError {
  const isGone = GONE.includes((cause as NodeJS.ErrnoException).code ?? '');
  if (!isGone) log.error({ error: cause, event: 'storage-fault' }, 'an upload could not be stored');
  return new AppError('uploadFailed', { cause });
}
