import type { Buffer } from 'node:buffer';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * `path` is relative to the folder, with `/` as separator; `file` is the file system path. `bytes` is null if not
 * `wanted` or above the size limit.
 */
export type FolderFile = { path: string; file: string; bytes: Buffer | null };

/** Files read ahead: opening each costs more time than reading it. */
const AHEAD = 16;

/**
 * Yields the files below a folder, with bytes for those `wanted`. Skips hidden files; does not follow symbolic links.
 */
export async function* readFolder(
  folder: string,
  wanted: (path: string) => boolean,
  bytesPerFile: number,
): AsyncGenerator<FolderFile> {
  const ahead: Promise<FolderFile>[] = [];
  for await (const { path, file } of filesBelow(folder)) {
    const found = wanted(path) ? read(file) : Promise.resolve(null);
    const next = found.then((bytes) => ({ path, file, bytes }));
    // Not unhandled: the error is thrown when the file is yielded.
    next.catch(() => undefined);
    ahead.push(next);
    if (ahead.length > AHEAD) yield await ahead.shift()!;
  }
  for (const next of ahead) yield await next;

  async function read(file: string): Promise<Buffer | null> {
    return (await stat(file)).size > bytesPerFile ? null : readFile(file);
  }
}

async function* filesBelow(folder: string): AsyncGenerator<Omit<FolderFile, 'bytes'>> {
  const waiting = [''];
  for (const path of waiting) {
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const inside = path ? `${path}/${entry.name}` : entry.name;
      if (entry.isDirectory()) waiting.push(inside);
      else if (entry.isFile()) yield { path: inside, file: join(folder, inside) };
    }
  }
}

/** Returns the last part of a folder's path; accepts `.` and trailing slashes. */
export const nameOfFolder = (folder: string) => basename(join(folder)) || folder;
