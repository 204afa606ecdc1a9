import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { withFolder } from '#app/adapters/disk-fault.ts';
import { makeFolder } from '#app/config/make-folder.server.ts';

/** State of a target path: absent or an empty folder (`free`), a non-empty folder, or not a folder. */
export type FolderUse = 'free' | 'full' | 'file';

export async function useOfFolder(folder: string): Promise<FolderUse> {
  try {
    return (await readdir(folder)).length > 0 ? 'full' : 'free';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'free';
    if (code === 'ENOTDIR') return 'file';
    throw error;
  }
}

/**
 * Writes a file below a folder and creates missing folders. Does not follow symbolic links: throws the system error
 * (`ELOOP`, `ENOTDIR`).
 */
export async function writeBelow(
  folder: string,
  path: string,
  content: string | Readable,
  updatedAt: Date,
): Promise<void> {
  makeFolder(folder, 0o777);
  let parent = folder;
  for (const part of dirname(path)
    .split('/')
    .filter((name) => name !== '.')) {
    parent = join(parent, part);
    await makeOwnFolder(parent);
  }
  const { O_CREAT, O_WRONLY, O_TRUNC, O_NOFOLLOW = 0 } = constants;
  const target = join(folder, path);
  const file = await open(target, O_CREAT | O_WRONLY | O_TRUNC | O_NOFOLLOW, 0o666);
  try {
    await file.writeFile(content);
    await file.utimes(updatedAt, updatedAt);
  } catch (error) {
    throw withFolder(error, folder);
  } finally {
    await file.close();
  }
}

async function makeOwnFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!(await lstat(path)).isDirectory()) throw Object.assign(new Error(`${path} is no folder`), { code: 'ENOTDIR' });
  }
}
