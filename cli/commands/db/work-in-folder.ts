import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ELSEWHERE = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'SESSION_SECRET', 'STORAGE'];

/** Entries by which a folder is that of an installation. With DATABASE_URL it may hold files and secret alone. */
const PARTS = ['arbor.sqlite', 'secret', 'uploads'];

/**
 * Returns true if a folder is `DATA_DIR` of the environment, by whatever path, and holds its installation. Call before
 * `workInFolder`.
 */
export function isOwnFolder(folder: string): boolean {
  const own = resolve(process.env.DATA_DIR?.trim() || './data');
  if (!existsSync(folder) || !existsSync(own) || realpathSync(folder) !== realpathSync(own)) return false;
  return PARTS.some((name) => existsSync(join(own, name)));
}

/**
 * Makes this command use an installation in a folder (SQLite with its files) instead of the environment's. Call before
 * the configuration is read.
 */
export function workInFolder(folder: string): void {
  for (const name of ELSEWHERE) delete process.env[name];
  process.env.DATA_DIR = resolve(folder);
}
