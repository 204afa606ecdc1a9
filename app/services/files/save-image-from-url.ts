import { Readable } from 'node:stream';
import { FetchFailure, fetchPublic } from '#app/adapters/public-fetch.ts';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import type { FileEntry } from '#app/services/files/file-entry.ts';
import { inlineTypeOf } from '#app/services/files/inspect-upload.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';

const FETCHED_BYTES_MAX = 10 * 1024 * 1024;

type Source = { imageUrl: string; docId?: string | null | undefined };

/**
 * Stores an image from a public address. Throws `validationFailed` for an invalid address, `uploadFailed`,
 * `sizeLimitExceeded`, `typeNotAllowed`, and the errors of document access.
 */
export async function saveImageFromUrl(actor: Actor, { imageUrl, docId }: Source): Promise<FileEntry> {
  if (docId) await requireAccess(actor, docId, 'edit');
  const bytes = await fetchImage(imageUrl);
  const ext = await inlineTypeOf(bytes);
  if (!ext) throw new AppError('typeNotAllowed');
  return saveUpload(actor, { fileName: nameOf(imageUrl, ext), ext, docId }, Readable.from([bytes]));
}

async function fetchImage(imageUrl: string): Promise<Buffer> {
  try {
    return await fetchPublic(imageUrl, Math.min(FETCHED_BYTES_MAX, config().maxUploadBytes));
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    if (error.reason === 'address')
      throw new AppError('validationFailed', { fields: { imageUrl: [{ key: 'imageUrl.public' }] }, cause: error });
    throw new AppError(error.reason === 'size' ? 'sizeLimitExceeded' : 'uploadFailed', { cause: error });
  }
}

/** Derives a file name from the last part of the path, if possible. */
function nameOf(imageUrl: string, ext: string): string {
  const last = URL.parse(imageUrl)?.pathname.split('/').at(-1) ?? '';
  const stem = last.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return `${stem.slice(0, 80) || 'image'}.${ext}`;
}
