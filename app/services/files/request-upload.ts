import { storage } from '#app/adapters/storage.ts';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { cleanExt, fileTypeOf } from '#app/schemas/file-types.ts';
import { trimmed, withoutUnprintable } from '#app/schemas/text.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { randomToken } from '#app/services/crypto/secrets.ts';
import { downloadUrlOf, incomingKey } from '#app/services/files/file-entry.ts';
import { UPLOAD_TTL_SECONDS, uploadPath } from '#app/services/files/signed-upload-path.ts';
import { reserveSpace, UPLOAD_KEPT_MS } from '#app/services/files/storage-use.ts';
import { newId } from '#app/services/new-id.ts';
import { inTransaction, models } from '#db/connection.ts';

export type NewUpload = {
  /** Id of the file if a text already refers to it. */
  fileId?: string;
  fileName: string;
  ext: string;
  docId?: string | null | undefined;
  size?: number | null | undefined;
};
export type UploadTicket = {
  /** PUT URL and headers for the bytes; valid for ten minutes. */
  credentials: { url: string; headers: Record<string, string> };
  fileKey: string;
  fileId: string;
  downloadUrl: string;
};

/**
 * Requests an upload. With a document it belongs to the document's owner, otherwise to the uploader. `origin` is this
 * server's, for absolute URLs. Throws `typeNotAllowed`, `sizeLimitExceeded`, `documentNotFound`,
 * `documentAccessDenied`, `operationFailed`.
 */
export async function requestUpload(actor: Actor, upload: NewUpload, origin: string): Promise<UploadTicket> {
  const { fileId, fileKey, type } = await openUpload(actor, upload);
  const size = upload.size ?? null;
  const own = () => ({
    url: origin + uploadPath({ fileId, fileKey, type, size }),
    headers: { 'Content-Type': type } as Record<string, string>,
  });
  const credentials = (size === null ? null : await bucketUrl({ fileKey, type, size })) ?? own();
  return { credentials, fileKey, fileId, downloadUrl: downloadUrlOf(fileId) };
}

/** A bucket accepts the signed length only. Without one it would accept any, which only this server counts. */
function bucketUrl({ fileKey, type, size }: { fileKey: string; type: string; size: number }) {
  return storage()
    .uploadUrl({ key: incomingKey({ fileKey }), type, size, expiresInSeconds: UPLOAD_TTL_SECONDS })
    .catch(asOperationFailed);
}

/** Inserts the row of an upload before its bytes arrive; `size` is the maximum. */
export async function openUpload(actor: Actor, { fileId = newId(), fileName, ext, docId, size }: NewUpload) {
  const ownerId = docId ? (await requireAccess(actor, docId, 'edit')).ownerId : actor.id;
  const known = fileTypeOf(ext);
  if (!known) throw new AppError('typeNotAllowed');
  if (size != null && size > config().maxUploadBytes) throw tooLarge();
  const file = { fileId, fileKey: randomToken(), type: known.type };
  await inTransaction(async () =>
    insertUpload({
      ...file,
      ownerId,
      me: actor.id,
      docId: docId ?? null,
      name: shownName(fileName, ext),
      ext: cleanExt(ext),
      size: await reserveSpace(ownerId, size ?? null),
    }),
  );
  return file;
}

/** Removes what a name must not have, instead of refusing one of many files of a form or import. */
const shownName = (name: string, ext: string): string =>
  trimmed(withoutUnprintable(name.toWellFormed())) || `file.${cleanExt(ext)}`;

function tooLarge(): AppError {
  const megabytes = Math.floor(config().maxUploadBytes / 1024 / 1024);
  return new AppError('sizeLimitExceeded', { fields: { '': [{ key: 'file.tooLarge', values: { megabytes } }] } });
}

type UploadRow = Record<'fileId' | 'fileKey' | 'type' | 'ownerId' | 'me' | 'name' | 'ext', string> & {
  docId: string | null;
  size: number | null;
};

async function insertUpload(row: UploadRow): Promise<void> {
  const now = Date.now();
  const { fileId, me, docId, ...rest } = row;
  const file = {
    ...rest,
    id: fileId,
    uploaderId: me,
    documentId: docId,
    createdAt: now,
    expiresAt: now + UPLOAD_KEPT_MS,
  };
  await inTransaction(async () => (await models()).File.create(file));
}

function asOperationFailed(cause: unknown): never {
  throw new AppError('operationFailed', { cause });
}
