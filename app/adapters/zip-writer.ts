import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { log } from '#app/observability/log.ts';

/** `read` is called when the file is written; null leaves it out. */
export type ZipEntry = { path: string; updatedAt: Date; read: () => Promise<string | Readable | null> };

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
  void addAll(zip, output, entries).catch(fail);
  return Readable.toWeb(output) as ReadableStream<Uint8Array>;
}

/** Adds each file when the one before it is written. Stops if the client has disconnected. */
async function addAll(zip: ZipFile, output: Readable, entries: ZipEntry[]): Promise<void> {
  for (const { path, updatedAt, read } of entries) {
    if (output.destroyed) return;
    const content = await read();
    if (content === null) continue;
    const stream = asStream(content);
    // The client left while the file was opened.
    if (output.destroyed) return void stream.destroy();
    const stop = () => stream.destroy();
    output.once('close', stop);
    zip.addReadStream(stream, path, { mtime: updatedAt });
    await finished(stream, { cleanup: true }).catch((error) => (output.destroyed ? undefined : Promise.reject(error)));
    output.off('close', stop);
  }
  zip.end();
}
