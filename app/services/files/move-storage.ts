import { createHash } from 'node:crypto';
import type { FileStorage } from '#app/adapters/file-storage.ts';
import { isAbsent, storageOf } from '#app/adapters/storage.ts';
import { config } from '#app/config.server.ts';
import { DAY_MS } from '#app/services/day.ts';
import { ForeignInstallation, ownMark } from '#app/services/maintenance/installation/recognise.ts';
import { markOf, removeMark, writeMark } from '#app/services/maintenance/installation/storage-mark.ts';
import { findBlobs } from '#db/queries/files.ts';

/**
 * `moved`: copied by this run; `already`: present before; `lost`: in the database without bytes. `removed`: deleted
 * from the old storage, null while the server still reads it.
 */
export type Moved = { moved: number; already: number; lost: string[]; removed: number | null };
type Progress = (done: number, total: number) => void;

const AT_ONCE = 1000;
type Blob = { key: string; type: string };

/**
 * Copies the bytes of all files to the other storage and verifies each copy by its hash. Skips verified copies, so that
 * an interrupted run can continue, and smaller images, which are generated on demand. Deletes the old bytes only after
 * all are copied durably and `STORAGE` names the new place. Throws the errors of the storages, and ForeignInstallation
 * if the other storage belongs to another installation.
 */
export async function moveStorage(
  to: FileStorage['kind'],
  { onProgress = () => undefined }: { onProgress?: Progress } = {},
): Promise<Moved> {
  const [from, target] = [storageOf(to === 's3' ? 'local' : 's3'), storageOf(to)];
  const mark = await ownMark();
  if (mark && ![null, mark].includes(await markOf(target))) throw new ForeignInstallation(to);
  const result: Moved = { moved: 0, already: 0, lost: [], removed: null };
  const old: string[] = [];
  const blobs = await blobsOf();
  for (const [done, blob] of blobs.entries()) {
    onProgress(done, blobs.length);
    const outcome = await bring(blob, from, target);
    if (outcome === 'lost') result.lost.push(blob.key);
    else result[outcome] += 1;
    if ((await from.sizeOf(blob.key)) !== null) old.push(blob.key);
  }
  for (const folder of WITHOUT_ROWS) await copyFolder(folder, from, target);
  if (mark) await writeMark(target, mark);
  if (config().storage !== to) return result;
  for (const key of old) await from.remove(key);
  await clearOut(from);
  if (mark) await removeMark(from);
  return { ...result, removed: old.length };
}

/** Folders of bytes without a row in `files`: takeouts, archives of waiting imports, uploads not yet confirmed. */
const WITHOUT_ROWS = ['takeouts', 'imports', 'incoming'];
/** Folders whose bytes are copied, or made again on demand. */
const NOT_NEEDED = ['takeouts', 'imports', 'thumbs', 'foreign'];

/** Copies a folder. What the running server has used and deleted meanwhile is left out. */
async function copyFolder(folder: string, from: FileStorage, to: FileStorage): Promise<void> {
  for await (const { key, size } of from.list(folder)) {
    if ((await to.sizeOf(key)) === size) continue;
    try {
      await to.write(key, await from.read(key), { type: 'application/octet-stream', isDurable: true });
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
}

/** Deletes bytes the old storage no longer needs, and uploads not confirmed within a day. */
async function clearOut(from: FileStorage): Promise<void> {
  for (const folder of NOT_NEEDED) for await (const { key } of from.list(folder)) await from.remove(key);
  for await (const { key, modifiedAt } of from.list('incoming'))
    if (modifiedAt < Date.now() - DAY_MS) await from.remove(key);
}

async function bring(blob: Blob, from: FileStorage, to: FileStorage): Promise<'moved' | 'already' | 'lost'> {
  const [size, there] = [await from.sizeOf(blob.key), await to.sizeOf(blob.key)];
  if (size === null) return there === null ? 'lost' : 'already';
  // Equal length does not prove equal bytes: an interrupted copy may be padded.
  if (there === size && (await isWhole(to, blob.key))) return 'already';
  await copy(blob, from, to);
  return 'moved';
}

async function copy({ key, type }: Blob, from: FileStorage, to: FileStorage): Promise<void> {
  await to.write(key, await from.read(key), { type, isDurable: true });
  if (!(await isWhole(to, key))) throw new Error(`${key}: the copy differs`);
}

/** The key of the bytes is their SHA-256. */
async function isWhole(storage: FileStorage, key: string): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const chunk of await storage.read(key)) hash.update(chunk as Buffer);
  const digest = hash.digest();
  const name = key.split('/').at(-1);
  return digest.toString('base64url') === name;
}

async function blobsOf(): Promise<Blob[]> {
  const blobs: Blob[] = [];
  for (let after = ''; ; ) {
    const rows = await findBlobs({ after, most: AT_ONCE });
    blobs.push(...rows);
    if (rows.length < AT_ONCE) return blobs;
    after = rows.at(-1)!.key;
  }
}
