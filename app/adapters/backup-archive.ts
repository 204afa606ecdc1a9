import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile as ZipReader } from 'yauzl';
import { ZipFile } from 'yazl';
import { decryptWith, encryptWith, HEADER_BYTES, isEncrypted, WrongPassphrase } from '#app/adapters/backup-cipher.ts';
import { withFolder } from '#app/adapters/disk-fault.ts';
import { syncPath } from '#app/adapters/sync-path.ts';

/** `open` is called when the part is written. Parts are written one at a time. */
export type ArchivePart = { path: string; isCompressible: boolean; open: () => Promise<Readable> };
/** SHA-256 of each part, in hexadecimal. */
export type Sums = Record<string, string>;

/** Thrown if the archive is incomplete or not an Arbor archive. */
export class DamagedArchive extends Error {
  override name = 'DamagedArchive';
}

/**
 * Writes a zip with mode 0600 to a temporary file, syncs it and renames it into place, so that the archive is complete
 * or absent. The last part, `last.path`, is created from the checksums of the others. A passphrase encrypts it.
 */
export async function writeArchive(
  file: string,
  parts: ArchivePart[],
  last: { path: string; text: (sums: Sums) => string },
  { passphrase, signal }: { passphrase?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const temp = `${file}.${crypto.randomUUID()}.part`;
  try {
    const cipher = passphrase ? [await encryptWith(passphrase)] : [];
    // Nothing is awaited between opening the file and the pipeline: an error of the file in between, such as a folder
    // that cannot be written, would end the process. `flush` syncs the file before it closes.
    const target = createWriteStream(temp, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline([zipOf(parts, last), ...cipher, target], signal ? { signal } : {});
    await rename(temp, file);
    await syncPath(dirname(file));
  } catch (error) {
    await rm(temp, { force: true });
    throw withFolder(error, dirname(file));
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

/** Passes bytes through and reports their checksum before the stream ends. */
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

/**
 * Decrypts an archive into a temporary file and returns its path; null if it is not encrypted. Throws WrongPassphrase.
 */
async function decrypted(file: string, passphrase: string | undefined): Promise<string | null> {
  const header = Buffer.alloc(HEADER_BYTES);
  const source = await open(file, 'r');
  try {
    await source.read(header, 0, HEADER_BYTES, 0);
  } finally {
    await source.close();
  }
  if (!isEncrypted(header)) return null;
  if (!passphrase) throw new WrongPassphrase('the archive is encrypted');
  const plain = join(await mkdtemp(join(tmpdir(), 'arbor-backup-')), 'plain.zip');
  try {
    const cipher = await decryptWith(passphrase, header);
    const target = createWriteStream(plain, { flags: 'wx', mode: 0o600 });
    await pipeline(createReadStream(file, { start: HEADER_BYTES }), cipher, target);
    return plain;
  } catch (error) {
    await removeFolderOf(plain);
    throw withFolder(error, tmpdir());
  }
}

const removeFolderOf = (file: string): Promise<void> => rm(dirname(file), { recursive: true, force: true });

/** Random access to the parts of an archive. */
export class ArchiveReader {
  readonly #zip: ZipReader;
  readonly #entries: Map<string, Entry>;

  private constructor(zip: ZipReader, entries: Map<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /**
   * Opens an archive. Throws DamagedArchive if the file is not a zip, WrongPassphrase, and file system errors
   * unchanged. A decrypted archive has no name once it is open, so that it ends with this process, however that ends.
   */
  static async open(file: string, passphrase?: string): Promise<ArchiveReader> {
    const plain = await decrypted(file, passphrase);
    try {
      const zip = await openPromise(plain ?? file, { autoClose: false });
      if (plain) await removeFolderOf(plain);
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      return new ArchiveReader(zip, entries);
    } catch (error) {
      if (plain) await removeFolderOf(plain);
      throw asDamage(error);
    }
  }

  /** Returns the bytes of a part. Throws DamagedArchive if it does not exist. */
  async read(path: string): Promise<Readable> {
    const entry = this.#entries.get(path);
    if (!entry) throw new DamagedArchive(path);
    try {
      return await this.#zip.openReadStreamPromise(entry);
    } catch (error) {
      throw asDamage(error);
    }
  }

  /** Returns the text of a part. Throws DamagedArchive if it cannot be unpacked. */
  async text(path: string): Promise<string> {
    const chunks: Buffer[] = [];
    await this.#consume(path, (chunk) => chunks.push(chunk));
    return Buffer.concat(chunks).toString('utf8');
  }

  /** Verifies the checksum of a part. Throws DamagedArchive if it differs. */
  async verify(path: string, sum: string): Promise<void> {
    const hash = createHash('sha256');
    await this.#consume(path, (chunk) => hash.update(chunk));
    if (hash.digest('hex') !== sum) throw new DamagedArchive(path);
  }

  async #consume(path: string, take: (chunk: Buffer) => void): Promise<void> {
    try {
      for await (const chunk of await this.read(path)) take(chunk as Buffer);
    } catch (error) {
      throw asDamage(error);
    }
  }

  close(): void {
    this.#zip.close();
  }
}

/** Returns file system errors unchanged, all others as DamagedArchive. */
function asDamage(error: unknown): Error {
  if (error instanceof DamagedArchive || (error instanceof Error && 'syscall' in error)) return error;
  return new DamagedArchive(error instanceof Error ? error.message : String(error));
}
