import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DamagedArchive } from '#app/adapters/backup-archive.ts';
import { decryptUnder, derive, encryptUnder, HEADER_BYTES, WrongPassphrase } from '#app/adapters/backup-cipher.ts';
import { withFolder } from '#app/adapters/disk-fault.ts';
import { syncPath } from '#app/adapters/sync-path.ts';

const SALT = 'salt';
const SALT_BYTES = 16;
const NAME = /^[0-9a-f]{64}$/;
const PART = /\.part$/;

type Keys = { names: Buffer; bytes: Buffer };

/** Content-addressed store of file bytes beside the archives. Each file is stored once and named after its SHA-256. */
export class BackupFiles {
  readonly folder: string;
  /** Random, 16 bytes; recorded in each archive. */
  readonly salt: Buffer;
  /** Null without a passphrase. */
  readonly #keys: Keys | null;

  private constructor(folder: string, salt: Buffer, keys: Keys | null) {
    this.folder = folder;
    this.salt = salt;
    this.#keys = keys;
  }

  /**
   * Opens the folder, with the salt of an archive or, to write, its own. A passphrase encrypts the bytes and hides
   * their hashes: one scrypt gives the keys for all files, as one for each would take a tenth of a second.
   */
  static async open(folder: string, passphrase: string | undefined, given?: Buffer): Promise<BackupFiles> {
    const salt = given ?? (await ownSalt(folder));
    if (!passphrase) return new BackupFiles(folder, salt, null);
    const both = await derive(passphrase, salt, 64);
    return new BackupFiles(folder, salt, { names: both.subarray(0, 32), bytes: both.subarray(32) });
  }

  /** `sum` is the SHA-256 of the bytes, in hexadecimal. */
  nameOf(sum: string): string {
    return this.#keys ? createHmac('sha256', this.#keys.names).update(sum).digest('hex') : sum;
  }

  pathOf(name: string): string {
    return join(this.folder, name.slice(0, 2), name);
  }

  /** Returns true if the bytes are kept, and marks them as used now, so that no rotation takes them for a day. */
  async has(name: string): Promise<boolean> {
    try {
      const now = new Date();
      await utimes(this.pathOf(name), now, now);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  /** Stores bytes durably, all or none. Returns false without storing them if their SHA-256 is not `sum`. */
  async add(sum: string, bytes: Readable, signal?: AbortSignal): Promise<boolean> {
    const file = this.pathOf(this.nameOf(sum));
    const temp = `${file}.${crypto.randomUUID()}.part`;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    const counted = new Transform({
      transform: (chunk, _encoding, done) => {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const target = createWriteStream(temp, { flags: 'wx', mode: 0o600, flush: true });
    try {
      const stop = signal ? { signal } : {};
      if (this.#keys) await pipeline(bytes, counted, encryptUnder(keyOfFile(this.#keys.bytes)), target, stop);
      else await pipeline(bytes, counted, target, stop);
      const isWhole = hash.digest('hex') === sum;
      if (isWhole) await rename(temp, file);
      else await rm(temp);
      if (isWhole) await syncPath(dirname(file));
      return isWhole;
    } catch (error) {
      await rm(temp, { force: true });
      throw withFolder(error, this.folder);
    }
  }

  /** Returns the bytes. Throws DamagedArchive if they are not there; reading fails with WrongPassphrase. */
  async read(name: string): Promise<Readable> {
    const file = this.pathOf(name);
    const source = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new DamagedArchive(file) : error;
    });
    if (!this.#keys) return source.createReadStream();
    const header = Buffer.alloc(HEADER_BYTES);
    await source.read(header, 0, HEADER_BYTES, 0);
    const plain = decryptUnder(keyOfFile(this.#keys.bytes), header);
    const cipher = source.createReadStream({ start: HEADER_BYTES });
    cipher.on('error', (error) => plain.destroy(error));
    plain.on('close', () => cipher.destroy());
    return cipher.pipe(plain);
  }

  /** Returns true if the kept bytes are those of the SHA-256 `sum`. */
  async isWhole(name: string, sum: string): Promise<boolean> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of await this.read(name)) hash.update(chunk as Buffer);
    } catch (error) {
      if (error instanceof DamagedArchive || error instanceof WrongPassphrase) return false;
      throw error;
    }
    return hash.digest('hex') === sum;
  }

  remove(name: string): Promise<void> {
    return rm(this.pathOf(name), { force: true });
  }

  /** Lists the stored files with the time of their last use, and leftovers of interrupted runs. */
  async *list(): AsyncGenerator<{ name: string; path: string; usedAt: number; isPart: boolean }> {
    for (const shard of await readdir(this.folder, { withFileTypes: true })) {
      if (!shard.isDirectory() || shard.name.length !== 2) continue;
      for (const name of await readdir(join(this.folder, shard.name))) {
        const path = join(this.folder, shard.name, name);
        if (NAME.test(name) || PART.test(name))
          yield { name, path, usedAt: (await stat(path)).mtimeMs, isPart: PART.test(name) };
      }
    }
  }

  openKept = (name: string): Readable => createReadStream(this.pathOf(name));
}

/** Derives the key of one file from the salt in its header. */
const keyOfFile = (key: Buffer) => (header: Buffer) => Buffer.from(hkdfSync('sha256', key, header, 'arbor file', 32));

async function ownSalt(folder: string): Promise<Buffer> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, SALT);
  // Another process may write it at the same time: the first one counts.
  await writeFile(file, randomBytes(SALT_BYTES), { mode: 0o600, flag: 'wx', flush: true }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const salt = await readFile(file);
  if (salt.length === SALT_BYTES) return salt;
  // A process was killed between making and writing it; nothing is encrypted with it yet.
  await writeFile(file, randomBytes(SALT_BYTES), { mode: 0o600, flush: true });
  return readFile(file);
}
