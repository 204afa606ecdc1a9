import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { DAY_MS } from '#app/services/day.ts';
import { UPLOAD_TTL_SECONDS } from '#app/services/files/signed-upload-path.ts';
import { inTransaction, models, select } from '#db/connection.ts';
import { lock } from '#db/locks.ts';

/** Storage in bytes: used or reserved by uploads in progress, and the limit; null for unlimited. */
export type StorageUse = { used: number; limit: number | null };

/** Unconfirmed uploads are deleted after a day. */
export const UPLOAD_KEPT_MS = DAY_MS;

/** Returns the `expires_at` of an upload whose URL expires now: until then it reserves its bytes. */
const lapsedAt = (): number => Date.now() + UPLOAD_KEPT_MS - 1000 * UPLOAD_TTL_SECONDS;

/**
 * Returns the storage use of an account. Equal bytes count once, as they are stored once; an upload in progress counts
 * with its declared size, or with its maximum.
 */
export async function getStorageUse(ownerId: string): Promise<StorageUse> {
  const bind = { ownerId, max: config().maxUploadBytes, lapsed: lapsedAt() };
  const [row] = await select<{ kept: number | null; open: number | null; most: number | null }>(
    `SELECT users.storage_limit AS most,
       (SELECT SUM(blobs.size) FROM (SELECT DISTINCT content_hash, size FROM files
         WHERE owner_id = $ownerId AND confirmed_at IS NOT NULL) AS blobs) AS kept,
       (SELECT SUM(COALESCE(files.size, $max)) FROM files
         WHERE files.owner_id = $ownerId AND files.confirmed_at IS NULL AND files.expires_at > $lapsed) AS open
     FROM users WHERE users.id = $ownerId`,
    bind,
  );
  const limit = row?.most ?? null;
  return { used: Number(row?.kept ?? 0) + Number(row?.open ?? 0), limit: limit === null ? null : Number(limit) };
}

/**
 * Reserves bytes for an upload to this account, at most `size`; returns null without a limit. Locks the account's
 * uploads until the transaction ends. An upload of unknown size reserves all that is left. Throws `sizeLimitExceeded`
 * with the bytes left.
 */
export async function reserveSpace(ownerId: string, size: number | null): Promise<number | null> {
  if (!(await isLimited(ownerId))) return size;
  await lock(`storage ${ownerId}`);
  const { used, limit } = await getStorageUse(ownerId);
  if (limit === null) return size;
  const left = Math.max(0, limit - used);
  if (left < (size ?? 1)) throw noSpace(left);
  return size ?? Math.min(left, config().maxUploadBytes);
}

/** Reserves the bytes of an upload again that is finished after its reservation. Throws `sizeLimitExceeded`. */
export async function renewReservation(
  { id, ownerId, expiresAt }: { id: string; ownerId: string; expiresAt: number },
  size: number,
): Promise<void> {
  if (Number(expiresAt) > lapsedAt()) return;
  await inTransaction(async () => {
    await reserveSpace(ownerId, size);
    const renewed = { size, expiresAt: Date.now() + UPLOAD_KEPT_MS };
    await (await models()).File.update(renewed, { where: { id, confirmedAt: null } });
  });
}

/** Spares most accounts the sum over all their files. */
async function isLimited(ownerId: string): Promise<boolean> {
  const [row] = await select<{ most: number | null }>(
    'SELECT storage_limit AS most FROM users WHERE users.id = $ownerId',
    { ownerId },
  );
  return row !== undefined && row.most !== null;
}

/** Checks files that already exist, in the transaction that created them. Throws `sizeLimitExceeded`. */
export async function requireWithinStorageLimit(ownerId: string): Promise<void> {
  if (!(await isLimited(ownerId))) return;
  await lock(`storage ${ownerId}`);
  const { used, limit } = await getStorageUse(ownerId);
  if (limit !== null && used > limit) throw noSpace(0);
}

function noSpace(left: number): AppError {
  const megabytes = Math.floor(left / 1e5) / 10;
  return new AppError('sizeLimitExceeded', { fields: { file: [{ key: 'file.noSpace', values: { megabytes } }] } });
}
