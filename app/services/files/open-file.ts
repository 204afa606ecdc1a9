import type { Readable } from 'node:stream';
import type { ByteRange } from '#app/adapters/file-storage.ts';
import { storage } from '#app/adapters/storage.ts';
import { AppError } from '#app/errors.ts';
import { fileTypeOf } from '#app/schemas/file-types.ts';
import type { Actor } from '#app/services/actor.ts';
import { blobKey, type FileRow } from '#app/services/files/file-entry.ts';
import { findFile } from '#app/services/files/find-file.ts';

export type OpenFile = {
  name: string;
  type: string;
  size: number;
  /** Names the bytes. */
  etag: string;
  /** Whether a browser may show it by itself; everything else is an attachment. */
  isInline: boolean;
  /** The address names the very bytes: what it gives never changes. */
  isVersioned?: boolean;
  /** Which bytes it gives depends on what the browser accepts. */
  varies?: true;
  /** Throws `fileNotFound`, `operationFailed`. */
  read: (range?: ByteRange) => Promise<Readable>;
};

/** A file to be sent. Throws `fileNotFound` for one that is not there, not confirmed or not to be seen, alike. */
export async function openFile(actor: Actor, fileId: string): Promise<OpenFile> {
  const { row } = await findFile(actor, fileId);
  return openRow(row);
}

/** For whoever has found out that it may be seen. */
export function openRow(row: FileRow): OpenFile {
  const read = async (range?: ByteRange) => {
    try {
      return await opened(await storage().read(blobKey(row), range));
    } catch (cause) {
      const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT' || (cause as Error).name === 'NoSuchKey';
      throw new AppError(isGone ? 'fileNotFound' : 'operationFailed', { cause });
    }
  };
  return {
    name: row.name,
    type: row.type,
    size: row.size ?? 0,
    etag: `"${row.contentHash}"`,
    isInline: fileTypeOf(row.ext)?.inline === true,
    read,
  };
}

/** A file that cannot be opened is told of before the answer begins. */
function opened(stream: Readable): Promise<Readable> {
  if (!('pending' in stream) || !stream.pending) return Promise.resolve(stream);
  return new Promise((ready, failed) => {
    stream.once('open', () => {
      stream.off('error', failed);
      ready(stream);
    });
    stream.once('error', failed);
  });
}
