import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BackupFiles } from '#app/adapters/backup-files.ts';
import { config } from '#app/config.server.ts';
import { log } from '#app/observability/log.ts';
import { DAY_MS } from '#app/services/day.ts';
import { FILES_FOLDER } from '#app/services/maintenance/backup/backup-form.ts';

/**
 * Age from which unlisted bytes are removed: a backup still running elsewhere may refer to bytes that no list names
 * yet.
 */
const UNUSED_FOR_MS = DAY_MS;
const LISTS = 'lists';

/** The SHA-256 of a blob, in hexadecimal. Its key ends with the same in base64url. */
export const sumOfKey = (key: string): string => Buffer.from(key.split('/').at(-1)!, 'base64url').toString('hex');

/** Opens the folder of files beside an archive. */
export const filesBeside = (archive: string, salt?: Buffer): Promise<BackupFiles> =>
  BackupFiles.open(join(dirname(archive), FILES_FOLDER), config().backupPassphrase, salt);

const listOf = (archive: string) => join(dirname(archive), FILES_FOLDER, LISTS, basename(archive));

/** Records the names that an archive refers to: rotation then need not decrypt the archive. */
export async function writeList(archive: string, names: string[]): Promise<void> {
  const file = listOf(archive);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(`${file}.part`, 'w', 0o600);
  try {
    await handle.writeFile(names.join('\n'));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.part`, file);
}

/** Names an archive refers to; null if it has no list. */
export async function readList(archive: string): Promise<string[] | null> {
  try {
    return (await readFile(listOf(archive), 'utf8')).split('\n').filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Gives an archive another name, with its list. Both have it, or the archive has the old one. */
export async function renameArchive(from: string, to: string): Promise<void> {
  const names = await readList(from);
  if (names) await writeList(to, names);
  await rename(from, to);
  if (names) await rm(listOf(from), { force: true });
}

/** An archive being written has its list before; other folders, such as `lost+found`, are not Arbor's. */
const canBeArchive = (entry: Dirent) => (entry.isFile() || entry.isSymbolicLink()) && !entry.name.endsWith('.part');

/**
 * Removes lists without their archive, and bytes that no archive of the folder refers to and that were not used for a
 * day. Removes nothing if an archive has no list although it refers to files.
 */
export async function rotateFiles(folder: string, refersToFiles: (archive: string) => Promise<boolean>): Promise<void> {
  const lists = join(folder, FILES_FOLDER, LISTS);
  const isOld = async (path: string) => Date.now() - (await stat(path)).mtimeMs > UNUSED_FOR_MS;
  const named = await readdir(lists).catch(() => null);
  if (!named) return;
  const archives = new Set(
    (await readdir(folder, { withFileTypes: true })).filter(canBeArchive).map(({ name }) => name),
  );
  const used = new Set<string>();
  for (const name of named) {
    if (archives.has(name)) for (const each of (await readList(join(folder, name))) ?? []) used.add(each);
    else if (await isOld(join(lists, name))) await rm(join(lists, name));
    else for (const each of (await readList(join(folder, name))) ?? []) used.add(each);
  }
  for (const name of archives) {
    if (named.includes(name) || !(await refersToFiles(join(folder, name)))) continue;
    log.warn({ event: 'backup-files-kept', file: name }, 'a backup has no list of its files, so none is removed');
    return;
  }
  const kept = await filesBeside(join(folder, 'any'));
  for await (const { name, path, usedAt } of kept.list())
    if (!used.has(name) && Date.now() - usedAt > UNUSED_FOR_MS) await rm(path, { force: true });
}
