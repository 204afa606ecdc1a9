import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { isAbsent, storage } from '#app/adapters/storage.ts';
import { AppError } from '#app/errors.ts';
import { log } from '#app/observability/log.ts';
import type { Upload } from '#app/services/transfer/sources/read-zip.ts';
import type { Stash } from '#app/services/transfer/sources/text-reader.ts';

/** Storage key of an upload, kept until its import is finished. */
const keyOf = (importId: string, nth: number) => `imports/${importId}/${nth}`;

/** Stores the uploads of an import. Returns their names as JSON for its row. */
export async function storeUploads(importId: string, uploads: Upload[]): Promise<string> {
  for (const [nth, { file }] of uploads.entries()) {
    await storage().write(keyOf(importId, nth), createReadStream(file), { type: 'application/octet-stream' });
  }
  return JSON.stringify(uploads.map(({ name }) => name));
}

/** Thrown if uploads of an import are not in the storage, as after a restore: backups do not contain them. */
export class UploadsGone extends Error {}

/**
 * Downloads the uploads of an import to temporary files. Throws `UploadsGone`, and `unavailable` if the storage fails.
 */
export async function fetchUploads(importId: string, sources: string, stash: Stash): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for (const [nth, name] of (JSON.parse(sources) as string[]).entries()) {
    uploads.push({ name, file: await stash(await fetchBytes(keyOf(importId, nth))) });
  }
  return uploads;
}

async function fetchBytes(key: string): Promise<Buffer> {
  try {
    return await buffer(await storage().read(key));
  } catch (cause) {
    if (isAbsent(cause)) throw new UploadsGone(key, { cause });
    throw new AppError('unavailable', { cause });
  }
}

/** Removes the uploads of an import. What the storage refuses to remove is pruned (`prune-files.ts`). */
export async function dropUploads(importId: string, sources: string | null): Promise<void> {
  const count = sources === null ? 0 : (JSON.parse(sources) as string[]).length;
  try {
    for (let nth = 0; nth < count; nth += 1) await storage().remove(keyOf(importId, nth));
  } catch (error) {
    log.warn({ event: 'uploads-not-removed', importId, error }, 'uploads of an import are removed later');
  }
}
