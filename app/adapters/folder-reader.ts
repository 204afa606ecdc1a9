import type { Buffer } from 'node:buffer';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * `path` is relative to the folder, with `/` as separator; `file` is the file system path. `bytes` is null if not
 * `wanted` or above the size limit, and for an empty folder.
 */
export type FolderFile = { path: string; file: string; bytes: Buffer | null; isEmptyFolder: boolean };

/** Files read ahead: opening each costs more time than reading it. */
const AHEAD = 16;

/**
 * Yields the files below a folder, with bytes for those `wanted`, and the folders without any. Skips hidden files; does
 * not follow symbolic links.
 */
export async function* readFolder(
  folder: string,
  wanted: (path: string) => boolean,
  bytesPerFile: number,
): AsyncGenerator<FolderFile> {
  const ahead: Promise<FolderFile>[] = [];
  for await (const entry of entriesBelow(folder)) {
    const found = !entry.isEmptyFolder && wanted(entry.path) ? read(entry.file) : Promise.resolve(null);
    const next = found.then((bytes) => ({ ...entry, bytes }));
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

/** `__MACOSX` is what unpacked archives of a Mac leave behind. */
const isHidden = (name: string) => name.startsWith('.') || name === '__MACOSX';

async function* entriesBelow(folder: string): AsyncGenerator<Omit<FolderFile, 'bytes'>> {
  const waiting = [''];
  for (const path of waiting) {
    let isEmpty = true;
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      if (isHidden(entry.name)) continue;
      const inside = path ? `${path}/${entry.name}` : entry.name;
      if (entry.isDirectory()) waiting.push(inside);
      else if (entry.isFile()) yield { path: inside, file: join(folder, inside), isEmptyFolder: false };
      isEmpty = false;
    }
    if (isEmpty && path !== '') yield { path, file: join(folder, path), isEmptyFolder: true };
  }
}

/** Returns the last part of a folder's path; accepts `.` and trailing slashes. */
export const nameOfFolder = (folder: string) => basename(join(folder)) || folder;
