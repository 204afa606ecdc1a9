import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { storage } from '#app/adapters/storage.ts';
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

/** Downloads the uploads of an import to temporary files. */
export async function fetchUploads(importId: string, sources: string, stash: Stash): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for (const [nth, name] of (JSON.parse(sources) as string[]).entries()) {
    const stream: Readable = await storage().read(keyOf(importId, nth));
    uploads.push({ name, file: await stash(await buffer(stream)) });
  }
  return uploads;
}

export async function dropUploads(importId: string, sources: string | null): Promise<void> {
  const count = sources === null ? 0 : (JSON.parse(sources) as string[]).length;
  for (let nth = 0; nth < count; nth += 1) await storage().remove(keyOf(importId, nth));
}
