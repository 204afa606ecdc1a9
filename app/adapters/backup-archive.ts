import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile as ZipReader } from 'yauzl';
import { ZipFile } from 'yazl';

/** `open` is called when the part's turn has come; one part is under way at a time. */
export type ArchivePart = { path: string; isCompressible: boolean; open: () => Promise<Readable> };
/** SHA-256 of each part, in hexadecimal. */
export type Sums = Record<string, string>;

/** The archive is not whole, or no archive of ours. */
export class DamagedArchive extends Error {
  override name = 'DamagedArchive';
}

/**
 * Writes a zip that only its owner may read: aside, synced, then renamed into place, so that there is a whole archive or
 * none. The last part, `last.path`, is made from the sums of the others.
 */
export async function writeArchive(
  file: string,
  parts: ArchivePart[],
  last: { path: string; text: (sums: Sums) => string },
  signal?: AbortSignal,
): Promise<void> {
  const aside = `${file}.${crypto.randomUUID()}.part`;
  try {
    // Synced before it is closed.
    const target = createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(zipOf(parts, last), target, signal ? { signal } : {});
    await rename(aside, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

function zipOf(parts: ArchivePart[], last: { path: string; text: (sums: Sums) => string }): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const sums: Sums = {};
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  for (const { path, isCompressible, open: read } of parts) {
    zip.addReadStreamLazy(path, { compress: isCompressible, forceZip64Format: true }, (callback) => {
      if (output.destroyed) return;
      read().then(
        (bytes) =>
          callback(
            null,
            summed(bytes, (sum) => Object.assign(sums, { [path]: sum }), fail),
          ),
        fail,
      );
    });
  }
  zip.addReadStreamLazy(last.path, {}, (callback) => callback(null, Readable.from([Buffer.from(last.text(sums))])));
  zip.end();
  return output;
}

/** The same bytes; tells their sum before it ends. */
function summed(bytes: Readable, tell: (sum: string) => void, fail: (error: unknown) => void): Readable {
  const hash = createHash('sha256');
  const through = new Transform({
    transform: (chunk, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: (done) => {
      tell(hash.digest('hex'));
      done();
    },
  });
  bytes.on('error', fail);
  return bytes.pipe(through);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** An archive to read parts of, in any order. */
export class ArchiveReader {
  readonly #zip: ZipReader;
  readonly #entries: Map<string, Entry>;

  private constructor(zip: ZipReader, entries: Map<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Throws DamagedArchive for what is no zip, and what the file system says for what cannot be read. */
  static async open(file: string): Promise<ArchiveReader> {
    try {
      const zip = await openPromise(file, { autoClose: false });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      return new ArchiveReader(zip, entries);
    } catch (error) {
      throw asDamage(error);
    }
  }

  /** Throws DamagedArchive when there is no such part. */
  async read(path: string): Promise<Readable> {
    const entry = this.#entries.get(path);
    if (!entry) throw new DamagedArchive(path);
    try {
      return await this.#zip.openReadStreamPromise(entry);
    } catch (error) {
      throw asDamage(error);
    }
  }

  async text(path: string): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of await this.read(path)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  }

  /** Throws DamagedArchive unless the part's bytes have this sum. */
  async verify(path: string, sum: string): Promise<void> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of await this.read(path)) hash.update(chunk as Buffer);
    } catch (error) {
      throw asDamage(error);
    }
    if (hash.digest('hex') !== sum) throw new DamagedArchive(path);
  }

  close(): void {
    this.#zip.close();
  }
}

/** What a disk says stays what it is; whatever else goes wrong is the archive's fault. */
function asDamage(error: unknown): Error {
  if (error instanceof DamagedArchive || (error instanceof Error && 'syscall' in error)) return error;
  return new DamagedArchive(error instanceof Error ? error.message : String(error));
}
