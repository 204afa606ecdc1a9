import { AppError } from '#app/errors.ts';
import { isSameSecret, keyedHash } from '#app/services/crypto/secrets.ts';

export const UPLOAD_TTL_SECONDS = 10 * 60;

type Upload = { fileId: string; fileKey: string; type: string; size: number | null };
/** Contents of a signed URL: type, expiry, and the length, if declared. */
export type SignedUpload = Upload & { expiresAt: number };

const PARTS = ['key', 'type', 'size', 'expires', 'signature'] as const;

/** Returns the signed path and query for one upload; the signature alone authorises it. */
export function uploadPath(upload: Upload): string {
  const expiresAt = Date.now() + 1000 * UPLOAD_TTL_SECONDS;
  const query = new URLSearchParams({
    key: upload.fileKey,
    type: upload.type,
    size: upload.size === null ? '' : String(upload.size),
    expires: String(expiresAt),
    signature: sign({ ...upload, expiresAt }),
  });
  return `/api/files/upload/${upload.fileId}?${query}`;
}

/**
 * Verifies the query of a signed path. Throws `fileAccessDenied` if it is altered, has repeated parameters or has
 * expired.
 */
export function readUploadPath(fileId: string, query: URLSearchParams): SignedUpload {
  const isWhole = [...query.keys()].sort().join() === [...PARTS].sort().join();
  const [fileKey, type, size, expires, signature] = PARTS.map((name) => query.get(name) ?? '') as [
    string,
    string,
    string,
    string,
    string,
  ];
  const upload = { fileId, fileKey, type, size: size === '' ? null : Number(size), expiresAt: Number(expires) };
  if (!isWhole || !isSameSecret(signature, sign(upload)) || upload.expiresAt <= Date.now())
    throw new AppError('fileAccessDenied');
  return upload;
}

function sign({ fileId, fileKey, type, size, expiresAt }: SignedUpload): string {
  return keyedHash('upload', 'PUT', fileId, fileKey, type, size ?? '', expiresAt);
}
