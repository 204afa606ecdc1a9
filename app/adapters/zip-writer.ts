import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { log } from '#app/observability/log.ts';

/** `read` is called when the file's turn has come. */
export type ZipEntry = { path: string; updatedAt: Date; read: () => Promise<string | Readable> };

const asStream = (content: string | Readable) =>
  typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content;

/**
 * A zip of files as it is being made: whoever reads it slowly makes it slowly, and one text is in memory at a time.
 * Should a file fail, the stream breaks off, so that no one takes half an archive for a whole one.
 */
export function writeZip(entries: ZipEntry[]): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: unknown) => {
    log.error({ error, event: 'zip-failed' }, 'a download broke off');
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on('error', fail);
  for (const { path, updatedAt, read } of entries) {
    zip.addReadStreamLazy(path, { mtime: updatedAt }, (callback) => {
      // Nobody reads any more: what has not been asked for stays unread.
      if (output.destroyed) return;
      read().then((content) => callback(null, asStream(content)), fail);
    });
  }
  zip.end();
  return Readable.toWeb(output) as ReadableStream<Uint8Array>;
}
