import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Sharp } from 'sharp';
import { storage } from '#app/adapters/storage.ts';
import { AppError } from '#app/errors.ts';
import { log } from '#app/observability/log.ts';
import type { Actor } from '#app/services/actor.ts';
import { blobKey, thumbnailFolder } from '#app/services/files/file-entry.ts';
import { getFile } from '#app/services/files/get-file.ts';
import { type OpenFile, openRow } from '#app/services/files/open-file.ts';
import { openPicture } from '#app/services/files/open-picture.ts';
import { pictureTurns } from '#app/services/files/picture-queue.ts';
import { SingleFlight } from '#app/services/single-flight.ts';
import type { FileRow } from '#db/queries/files.ts';

/** A smaller image: maximum width, format, and the version in its URL. */
export type ThumbnailChoice = { width: number; format: 'avif' | 'webp'; version: string };

/** Low effort costs a few per cent of size; AVIF at full effort takes seconds. */
const WRITERS = {
  avif: (picture: Sharp) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture: Sharp) => picture.webp({ quality: 78 }),
};
const VERSION_LENGTH = 12;

const drawings = new SingleFlight<void>();

/** Returns the version of a file's bytes for URLs. */
export const versionOf = ({ contentHash }: { contentHash: string | null }) =>
  contentHash?.slice(0, VERSION_LENGTH) ?? '';

/** Throws as `openFile` does. */
export async function openThumbnail(actor: Actor, fileId: string, choice: ThumbnailChoice): Promise<OpenFile> {
  const { row } = await getFile(actor, fileId);
  return thumbnailOf(row, choice);
}

/**
 * Returns the image at most as wide as requested, cached beside the bytes; the file itself if it is no image or cannot
 * be resized. Throws `fileNotFound`, `operationFailed`.
 */
export async function thumbnailOf(row: FileRow, { width, format, version }: ThumbnailChoice): Promise<OpenFile> {
  if (row.width === null) return openRow(row);
  const key = `${thumbnailFolder(row)}/${width}.${format}`;
  const type = `image/${format}`;
  try {
    if ((await storage().sizeOf(key)) === null) {
      // A page may request the same image many times at once.
      await drawings.join(key, () => pictureTurns.run(() => make(row, key, { width, format })));
    }

    const size = await storage().sizeOf(key);
    if (size === null) return openRow(row);
    return {
      ...openRow(row),
      type,
      size,
      etag: `"${row.contentHash}-${width}-${format}"`,
      name: row.name.replace(/(\.[^.]*)?$/, `.${format}`),
      read: (range) => storage().read(key, range),
      isVersioned: version === versionOf(row),
      varies: true,
    };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('operationFailed', { cause });
  }
}

/** Uses only the first frame of an animation. */
async function make(row: FileRow, key: string, { width, format }: { width: number; format: 'avif' | 'webp' }) {
  const bytes = await buffer(await openRow(row).read());
  const picture = (await openPicture(bytes)).autoOrient();
  const drawn = WRITERS[format](picture.resize({ width, withoutEnlargement: true })).toBuffer();
  const small = await drawn.catch((error: Error) => {
    log.info({ error, fileId: row.id, event: 'no-thumbnail' }, 'a picture could not be drawn');
    return null;
  });
  if (!small) return;
  await storage().write(key, Readable.from([small]), { type: `image/${format}` });
  // The file may have been removed meanwhile: then deletes the image too.
  if ((await storage().sizeOf(blobKey(row))) === null) await storage().remove(key);
}
