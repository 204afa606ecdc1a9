import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { latestInstant } from '#app/services/clock.ts';

/**
 * A scheduled archive. Its name marks it as unverified until it was restored and checked. `isAhead`: its name is of a
 * clock that was set back since.
 */
export type StoredBackup = { file: string; writtenAt: number; isAhead: boolean; bytes: number };

const VERIFIED = /^arbor-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)Z\.backup$/;
const UNVERIFIED = /^arbor-.*Z\.backup\.unverified$|^arbor-.*\.part$/;

/** Returns the file name of an archive, with its UTC minute. */
export const nameOfBackup = (instant: number): string =>
  `arbor-${new Date(instant).toISOString().slice(0, 16).replace(':', '')}Z.backup`;

/** Tests whether a file name is that of a verified archive. */
export const isBackupName = (name: string): boolean => VERIFIED.test(name);

export const unverified = (file: string): string => `${file}.unverified`;

/** Returns the instant in the name of a verified archive. */
function instantOf(name: string): number {
  const [, day, hour, minute] = VERIFIED.exec(name) ?? [];
  return Date.parse(`${day}T${hour}:${minute}:00Z`);
}

const isAhead = (instant: number): boolean => !(instant <= latestInstant());

/** Sorts verified archives by name, newest first. Those with a date in the future count as the oldest. */
function newestFirst(names: string[]): string[] {
  const instants = names.map((name) => ({ name, at: instantOf(name) }));
  instants.sort((one, other) => Number(isAhead(one.at)) - Number(isAhead(other.at)) || other.at - one.at);
  return instants.map(({ name }) => name);
}

/** Returns the verified archives beyond the `keep` newest. The one just written is kept in any case. */
export const surplusBackups = (names: string[], keep: number, written: string): string[] =>
  newestFirst(names.filter((name) => isBackupName(name) && name !== written)).slice(keep - 1);

/** Lists the verified archives of a folder, newest first. Those with a date in the future are the last. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for (const name of newestFirst((await readdir(folder)).filter(isBackupName))) {
    const file = join(folder, name);
    const writtenAt = instantOf(name);
    found.push({ file, writtenAt, isAhead: isAhead(writtenAt), bytes: (await stat(file)).size });
  }
  return found;
}

/** Deletes the surplus of verified archives beside the one just written. Unverified ones stay. */
export async function rotateBackups(written: string, keep: number): Promise<void> {
  const folder = dirname(written);
  for (const name of surplusBackups(await readdir(folder), keep, basename(written))) await rm(join(folder, name));
}

/** Deletes archives that were not completed or failed the check. */
export async function removeUnverified(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (UNVERIFIED.test(name)) await rm(join(folder, name), { force: true });
}
