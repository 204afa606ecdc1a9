import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A scheduled archive. Its name marks it as unverified until it was restored and checked. */
export type StoredBackup = { file: string; writtenAt: number; bytes: number };

const VERIFIED = /^arbor-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)Z\.backup$/;
const UNVERIFIED = /^arbor-.*Z\.backup\.unverified$|^arbor-.*\.part$/;

/** Returns the file name of an archive, with its UTC minute. */
export const nameOfBackup = (instant: number): string =>
  `arbor-${new Date(instant).toISOString().slice(0, 16).replace(':', '')}Z.backup`;

/** Tests whether a file name is that of a verified archive. */
export const isBackupName = (name: string): boolean => VERIFIED.test(name);

export const unverified = (file: string): string => `${file}.unverified`;

/** Lists the verified archives of a folder, newest first. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for (const name of await readdir(folder)) {
    const [, day, hour, minute] = VERIFIED.exec(name) ?? [];
    if (!day) continue;
    const file = join(folder, name);
    found.push({ file, writtenAt: Date.parse(`${day}T${hour}:${minute}:00Z`), bytes: (await stat(file)).size });
  }
  return found.sort((one, other) => other.writtenAt - one.writtenAt);
}

/** Deletes all verified archives except the `keep` newest. Unverified ones stay. */
export async function rotateBackups(folder: string, keep: number): Promise<void> {
  for (const { file } of (await listBackups(folder)).slice(keep)) await rm(file);
}

/** Deletes archives that were not completed or failed the check. */
export async function removeUnverified(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (UNVERIFIED.test(name)) await rm(join(folder, name), { force: true });
}
