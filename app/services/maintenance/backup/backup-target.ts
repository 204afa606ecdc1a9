import { open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { ArchiveReader, DamagedArchive } from '#app/adapters/backup-archive.ts';
import { HEADER_BYTES, isEncrypted } from '#app/adapters/backup-cipher.ts';
import { config } from '#app/config.server.ts';
import { MANIFEST, manifestSchema } from '#app/services/maintenance/backup/backup-form.ts';

/**
 * What a backup to a path would replace: nothing that counts (`free`: no file, an empty one or an archive of Arbor), a
 * part of the installation (`own`), a folder or device (`special`), or a file of another kind (`other`).
 */
export type Target = 'free' | 'own' | 'special' | 'other';

/** Examines the path of a new archive, with symbolic links resolved. */
export async function examineTarget(file: string): Promise<Target> {
  if (await isOwn(file)) return 'own';
  // The path of a link that leads nowhere is free: a rename replaces the link.
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!found) return 'free';
  if (!found.isFile()) return 'special';
  return found.size === 0 || (await isArchive(file)) ? 'free' : 'other';
}

async function isOwn(file: string): Promise<boolean> {
  const { dataDir } = config();
  const [target, database, secret, ...folders] = await Promise.all(
    [file, ...['arbor.sqlite', 'secret', 'uploads', 'outbox'].map((name) => join(dataDir, name))].map(resolved),
  );
  const files = [database!, `${database}-wal`, `${database}-shm`, secret!];
  return files.includes(target!) || folders.some((folder) => target === folder || target!.startsWith(folder + sep));
}

/** Resolves the symbolic links of a path whose end may be missing. */
async function resolved(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(await resolved(folder), basename(path));
  }
}

/** An encrypted archive is known by its header: its passphrase may be another one. */
async function isArchive(file: string): Promise<boolean> {
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = await open(file);
  await handle.read(header, 0, HEADER_BYTES, 0).finally(() => handle.close());
  if (isEncrypted(header)) return true;
  let archive: ArchiveReader | undefined;
  try {
    archive = await ArchiveReader.open(file);
    return manifestSchema.pick({ arbor: true }).safeParse(JSON.parse(await archive.text(MANIFEST))).success;
  } catch (error) {
    if (error instanceof DamagedArchive || error instanceof SyntaxError) return false;
    throw error;
  } finally {
    archive?.close();
  }
}
