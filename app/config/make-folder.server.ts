import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const PRIVATE = 0o700;

/**
 * Creates a folder and those above it, unless they exist; private ones by default. Throws the error of the file system.
 * Node's own `recursive` never ends where a folder that exists takes no new one and says ENOENT, as /proc does.
 */
export function makeFolder(folder: string, mode = PRIVATE): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent, mode);
    makeFolder(folder, mode);
  }
}
