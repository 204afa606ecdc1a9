import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveToOwner, makeFolder } from '#app/config/make-folder.server.ts';

/**
 * Returns the session secret kept in a folder for data, created on the first start. Throws the error of the file system
 * if the folder cannot be written.
 */
export function readOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  makeFolder(dataDir);
  if (!existsSync(file)) createSecret(file);
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

/**
 * Writes the secret to a temporary file and links it into place, so that only one of several processes creates it and
 * none reads a partial one.
 */
function createSecret(file: string): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, randomBytes(32).toString('base64url'), { mode: 0o600 });
  giveToOwner(temporary);
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporary);
  }
}
