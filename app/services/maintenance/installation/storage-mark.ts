import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileStorage } from '#app/adapters/file-storage.ts';
import { config } from '#app/config.server.ts';

/** The object that names the installation whose files a storage holds. */
const KEY = 'installation/mark';

/** Returns the mark of the installation whose files the storage holds; null if it has none. */
export async function markOf(storage: FileStorage): Promise<string | null> {
  if ((await storage.sizeOf(KEY)) === null) return null;
  return (await text(await storage.read(KEY))).trim();
}

/** Writes beside and moves, which syncs: a power failure leaves no empty mark. */
export async function writeMark(storage: FileStorage, mark: string): Promise<void> {
  const beside = `incoming/${crypto.randomUUID()}`;
  await storage.write(beside, Readable.from([Buffer.from(`${mark}\n`)]), { type: 'text/plain' });
  await storage.move(beside, KEY);
}

export const removeMark = (storage: FileStorage): Promise<void> => storage.remove(KEY);

/** Returns the folder or bucket of a storage, for messages. */
export const placeOf = ({ kind }: Pick<FileStorage, 'kind'>): string =>
  kind === 's3' ? (config().s3?.bucket ?? 's3') : join(config().dataDir, 'uploads');
