import { type BigIntStats, constants, createReadStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { ByteRange, FileStorage, StoredObject } from '#app/adapters/file-storage.ts';

/** Refuses symbolic links placed in the store. */
const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW;

/**
 * Files below `DATA_DIR/uploads`. The server generates keys, never a client; flydrive refuses keys that leave the
 * folder.
 */
export class LocalStorage implements FileStorage {
  readonly kind = 'local';
  readonly #root: string;
  readonly #disk: Disk;

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'uploads');
    this.#disk = new Disk(new FSDriver({ location: this.#root, visibility: 'private' }));
  }

  async write(key: string, bytes: Readable): Promise<string> {
    // Writes to a temporary file: readers of the key see all bytes or none.
    const temp = `${this.#path(key)}.${crypto.randomUUID()}.part`;
    await mkdir(dirname(temp), { recursive: true });
    // Opens the file first: a stream that fails before opening would create it after the cleanup.
    const handle = await open(temp, 'wx', 0o600);
    try {
      await pipeline(bytes, handle.createWriteStream());
      // Reads the stamp before the move: afterwards another write may have replaced the key.
      const written = stampOf(await lstat(temp, { bigint: true }));
      await rename(temp, this.#path(key));
      return written;
    } catch (error) {
      await rm(temp, { force: true });
      throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    // The types list flags as letters; the file system accepts numbers too.
    return createReadStream(this.#path(key), {
      ...range,
      flags: READ_ONLY as unknown as string,
    });
  }

  async sizeOf(key: string): Promise<number | null> {
    const found = await this.#fileAt(key);
    return found && Number(found.size);
  }

  async stampOf(key: string): Promise<string | null> {
    const found = await this.#fileAt(key);
    return found && stampOf(found);
  }

  async move(from: string, to: string, stamp?: string | null): Promise<void> {
    await sync(this.#path(from));
    await mkdir(dirname(this.#path(to)), { recursive: true });
    await rename(this.#path(from), this.#path(to));
    // Checks the stamp after the move: checking before would leave a race.
    if (stamp !== undefined && (await this.stampOf(to)) !== stamp) {
      await rm(this.#path(to), { force: true });
      throw new Error(`${from}: written again meanwhile`);
    }
    await sync(dirname(this.#path(to)));
  }

  async copy(from: string, to: string): Promise<void> {
    await this.#disk.copy(from, to);
    await sync(this.#path(to));
  }

  async remove(key: string): Promise<void> {
    await this.#disk.delete(key);
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const folder = this.#path(prefix);
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      // The first upload creates the folder.
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const entry of entries) {
      const key = `${prefix}/${entry.name}`;
      if (entry.isDirectory()) yield* this.list(key);
      else if (entry.isFile()) {
        const { size, mtimeMs } = await stat(this.#path(key));
        yield { key, size, modifiedAt: mtimeMs };
      }
    }
  }

  async uploadUrl(): Promise<null> {
    return null;
  }

  async #fileAt(key: string) {
    try {
      const found = await lstat(this.#path(key), { bigint: true });
      return found.isFile() ? found : null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  #path(key: string): string {
    return join(this.#root, key);
  }
}

const stampOf = ({ ino, mtimeNs, size }: BigIntStats) => `${ino}-${mtimeNs}-${size}`;

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
