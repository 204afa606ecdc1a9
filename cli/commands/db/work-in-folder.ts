import { resolve } from 'node:path';

const ELSEWHERE = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'SESSION_SECRET', 'STORAGE'];

/**
 * Makes this command use an installation in a folder (SQLite with its files) instead of the environment's. Call before
 * the configuration is read.
 */
export function workInFolder(folder: string): void {
  for (const name of ELSEWHERE) delete process.env[name];
  process.env.DATA_DIR = resolve(folder);
}
