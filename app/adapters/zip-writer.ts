import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { log } from '#app/observability/log.ts';

/** `read` is called when the file is written. */
export type ZipEntry = { path: string; updatedAt: Date; read: () => Promise<string | Readable> };

const asStream = (content: string | Readable) =>
  typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content;

/**
 * Streams a zip with backpressure, one text in memory at a time. If a file fails, the stream fails too, so that a
 * partial archive is not mistaken for a complete one.
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
      // The client has disconnected: skip the remaining files.
      if (output.destroyed) return;
      read().then((content) => callback(null, asStream(content)), fail);
    });
  }
  zip.end();
  return Readable.toWeb(output) as ReadableStream<Uint8Array>;
}
