import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileStorage } from '#app/adapters/file-storage.ts';
import { config } from '#app/config.server.ts';

/** Key of the object with the mark of the installation that owns a storage. */
const KEY = 'installation/mark';

/** Returns the mark of the installation that owns the storage; null if it has none. */
export async function markOf(storage: FileStorage): Promise<string | null> {
  if ((await storage.sizeOf(KEY)) === null) return null;
  return (await text(await storage.read(KEY))).trim();
}

/** Writes to a temporary key and moves it, which syncs, so that a power failure leaves no empty mark. */
export async function writeMark(storage: FileStorage, mark: string): Promise<void> {
  const beside = `incoming/${crypto.randomUUID()}`;
  await storage.write(beside, Readable.from([Buffer.from(`${mark}\n`)]), { type: 'text/plain' });
  await storage.move(beside, KEY);
}

export const removeMark = (storage: FileStorage): Promise<void> => storage.remove(KEY);

/** Returns the folder or bucket of a storage, for messages. */
export const placeOf = ({ kind }: Pick<FileStorage, 'kind'>): string =>
  kind === 's3' ? (config().s3?.bucket ?? 's3') : join(config().dataDir, 'uploads');
