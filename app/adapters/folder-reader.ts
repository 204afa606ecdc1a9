import type { Buffer } from 'node:buffer';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * `path` is relative to the folder that is read, with `/` between its parts, `file` where it lies; `bytes` is null for
 * what is not `wanted` and beyond the size asked for.
 */
export type FolderFile = { path: string; file: string; bytes: Buffer | null };

/** The files below a folder, with the bytes of those that are `wanted`; hidden ones are left out, symbolic links are not followed. */
export async function* readFolder(
  folder: string,
  wanted: (path: string) => boolean,
  bytesPerFile: number,
): AsyncGenerator<FolderFile> {
  const waiting = [''];
  for (const path of waiting) {
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const inside = path ? `${path}/${entry.name}` : entry.name;
      if (entry.isDirectory()) waiting.push(inside);
      else if (entry.isFile()) {
        const file = join(folder, inside);
        yield { path: inside, file, bytes: wanted(inside) ? await read(file) : null };
      }
    }
  }

  async function read(file: string): Promise<Buffer | null> {
    return (await stat(file)).size > bytesPerFile ? null : readFile(file);
  }
}

/** The last part of a folder's path, also where it is given as `.` or ends with a slash. */
export const nameOfFolder = (folder: string) => basename(join(folder)) || folder;
