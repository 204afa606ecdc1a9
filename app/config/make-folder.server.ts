import { existsSync, lchownSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const PRIVATE = 0o700;
const ROOT = 0;

/**
 * Creates a folder and those above it, unless they exist; private ones by default. Throws the error of the file system.
 * As root, each belongs to the owner of the folder above. Node's own `recursive` never ends where a folder that exists
 * takes no new one and says ENOENT, as /proc does.
 */
export function makeFolder(folder: string, mode = PRIVATE): void {
  try {
    mkdirSync(folder, { mode });
    giveToOwner(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent, mode);
    makeFolder(folder, mode);
  }
}

/**
 * Gives a new file or folder of a process that runs as root to the owner of the folder it is in: a command of the
 * administrator must not lock out the account of the server.
 */
export function giveToOwner(path: string): void {
  if (process.geteuid?.() !== ROOT) return;
  const { uid, gid } = statSync(dirname(path));
  if (uid === ROOT) return;
  try {
    lchownSync(path, uid, gid);
  } catch {
    // Some disks have no owners, and some containers may not change them.
  }
}
