import { resolve } from 'node:path';

const ELSEWHERE = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'SESSION_SECRET', 'STORAGE'];

/**
 * Lets this command work on an installation in a folder, on SQLite with its files, instead of that of the environment.
 * Call it before the configuration is read.
 */
export function workInFolder(folder: string): void {
  for (const name of ELSEWHERE) delete process.env[name];
  process.env.DATA_DIR = resolve(folder);
}
