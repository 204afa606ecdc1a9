import type { Readable } from 'node:stream';
import type { ByteRange } from '#app/adapters/file-storage.ts';
import { isAbsent, storage } from '#app/adapters/storage.ts';
import { AppError } from '#app/errors.ts';
import { fileTypeOf } from '#app/schemas/file-types.ts';
import type { Actor } from '#app/services/actor.ts';
import { blobKey } from '#app/services/files/file-entry.ts';
import { getFile } from '#app/services/files/get-file.ts';
import type { FileRow } from '#db/queries/files.ts';

export type OpenFile = {
  name: string;
  type: string;
  size: number;
  /** Version of the bytes for HTTP caching. */
  etag: string;
  /** True if browsers may show it inline; all other types are attachments. */
  isInline: boolean;
  /** The URL includes the version of the bytes: its content is immutable. */
  isVersioned?: boolean;
  /** The response depends on the `Accept` header. */
  varies?: true;
  /** Throws `fileNotFound`, `operationFailed`. */
  read: (range?: ByteRange) => Promise<Readable>;
};

/** Returns a file to send. Throws `fileNotFound` for a missing, unconfirmed or invisible file alike. */
export async function openFile(actor: Actor, fileId: string): Promise<OpenFile> {
  const { row } = await getFile(actor, fileId);
  return openRow(row);
}

/** Returns a file to send. Callers must have checked access. */
export function openRow(row: FileRow): OpenFile {
  const read = async (range?: ByteRange) => {
    try {
      return await opened(await storage().read(blobKey(row), range));
    } catch (cause) {
      throw new AppError(isAbsent(cause) ? 'fileNotFound' : 'operationFailed', { cause });
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

/** Reports a file that cannot be opened before the response begins. */
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
