import { AppError } from '#app/errors.ts';
import { isSameSecret, keyedHash } from '#app/services/crypto/secrets.ts';

export const UPLOAD_TTL_SECONDS = 10 * 60;

type Upload = { fileId: string; fileKey: string; type: string; size: number | null };
/** What a signed URL allows: these bytes' length, when it was told before, and this type, until then. */
export type SignedUpload = Upload & { expiresAt: number };

const PARTS = ['key', 'type', 'size', 'expires', 'signature'] as const;

/** Path and query to which one upload may be put; the signature is its own authority. */
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

/** Reads such a query again. Throws `fileAccessDenied` for one that was altered, doubled or is over. */
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
