import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type ArchivePart, writeArchive } from '#app/adapters/backup-archive.ts';
import type { BackupFiles } from '#app/adapters/backup-files.ts';
import { isAbsent, storage } from '#app/adapters/storage.ts';
import { config } from '#app/config.server.ts';
import { keyedHash } from '#app/services/crypto/secrets.ts';
import { blobKey } from '#app/services/files/file-entry.ts';
import {
  EXCLUDED_TABLES,
  FORMAT,
  filePath,
  MANIFEST,
  type Manifest,
  SECRET,
  tablePath,
  toLine,
} from '#app/services/maintenance/backup/backup-form.ts';
import { BackupProgress } from '#app/services/maintenance/backup/backup-progress.ts';
import { filesBeside, sumOfKey, writeList } from '#app/services/maintenance/backup/kept-files.ts';
import type { Read } from '#db/connection.ts';
import { inSnapshot } from '#db/snapshot.ts';
import { countersOf, streamTable, tablesInOrder } from '#db/tables.ts';

/** `missing`: keys in the database without bytes in the storage. `secret`: true if the archive includes it. */
export type Written = { tables: number; rows: number; files: number; missing: string[]; secret: boolean };
type Progress = (done: number, total: number) => void;
/** With `filesOnce` the bytes of files go to a folder beside the archive, unless an earlier backup took them there. */
type Options = { onProgress?: Progress; progress?: BackupProgress; signal?: AbortSignal; filesOnce?: boolean };

/** The secret is included only if it is stored in `DATA_DIR`. Operators back up one from the environment themselves. */
const secretFile = () => join(config().dataDir, 'secret');
const takesSecret = () => !process.env.SESSION_SECRET?.trim() && existsSync(secretFile());

/**
 * Writes a consistent snapshot of database and files to one archive while the server runs. Throws the errors of disk or
 * storage and leaves no archive then. `BACKUP_PASSPHRASE` encrypts it.
 */
export async function writeBackup(
  file: string,
  { onProgress = () => undefined, progress: shown, signal, filesOnce = false }: Options = {},
): Promise<Written> {
  const progress = shown ?? new BackupProgress();
  const beside = filesOnce ? await filesBeside(file) : null;
  return inSnapshot(async (read) => {
    const names = (await tablesInOrder(read)).filter((name) => !EXCLUDED_TABLES.includes(name));
    const present = await findFiles(read, signal);
    const { files, missing } = beside ? await keepFiles(beside, present, { onProgress, progress, signal }) : present;
    const lost = new Set(missing);
    const tables = names.map((name) => ({ name, rows: 0 }));
    const rowsInAll = shown ? await countRows(read, names) : 0;
    const manifest: Omit<Manifest, 'sums' | 'missing' | 'files'> = {
      arbor: 'backup',
      // Older versions read archives that hold everything.
      format: beside ? FORMAT : 1,
      createdAt: new Date().toISOString(),
      schema: (await read<{ name: string }>('SELECT name FROM migrations ORDER BY name')).map(({ name }) => name),
      tables,
      counters: await countersOf(read),
      ...(beside ? { filesSalt: beside.salt.toString('base64') } : {}),
      secretMark: keyedHash('backup'),
    };
    const parts = [
      ...tables.map((table) => tablePart(read, table, progress)),
      ...(beside ? [] : files.map(({ key }) => filePart(key, lost, progress))),
      ...secretPart(),
    ];
    const counted = parts.map((part, done) => ({
      ...part,
      open: () => {
        onProgress(done, parts.length);
        if (done === 0) progress.begin('rows', rowsInAll);
        else if (done === tables.length && !beside) progress.begin('files', files.length);
        return part.open();
      },
    }));
    const kept = beside ? Object.fromEntries(files.map(({ key }) => [filePath(key), sumOfKey(key)])) : {};
    const found = () => ({ missing: [...lost], files: files.filter(({ key }) => !lost.has(key)) });
    const text = (sums: Manifest['sums']) =>
      JSON.stringify({ ...manifest, ...found(), sums: { ...sums, ...kept } }, null, 1);
    if (beside) await writeList(file, [...new Set(files.map(({ key }) => beside.nameOf(sumOfKey(key))))]);
    await writeArchive(file, counted, { path: MANIFEST, text }, { passphrase: config().backupPassphrase, signal });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const taken = found();
    return { tables: tables.length, rows, files: taken.files.length, missing: taken.missing, secret: takesSecret() };
  });
}

async function countRows(read: Read, tables: readonly string[]): Promise<number> {
  let rows = 0;
  for (const table of tables)
    rows += Number((await read<{ rows: number }>(`SELECT COUNT(*) AS rows FROM ${table}`))[0]!.rows);
  return rows;
}

function tablePart(read: Read, table: { name: string; rows: number }, progress: BackupProgress): ArchivePart {
  async function* lines() {
    for await (const row of streamTable(read, table.name)) {
      table.rows += 1;
      progress.addRows(1);
      yield toLine(row);
    }
  }
  const open = async () => Readable.from(lines(), { objectMode: false });
  return { path: tablePath(table.name), isCompressible: true, open };
}

/** Adds a key without bytes to `lost`; its part is empty. */
function filePart(key: string, lost: Set<string>, progress: BackupProgress): ArchivePart {
  const open = async () => {
    progress.addFile();
    const bytes = await openBytes(key);
    if (bytes) return progress.counted(bytes);
    lost.add(key);
    return Readable.from([]);
  };
  return { path: filePath(key), isCompressible: false, open };
}

/** Returns null for a file that was removed since `findFiles`. */
async function openBytes(key: string): Promise<Readable | null> {
  try {
    return await storage().read(key);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function secretPart(): ArchivePart[] {
  if (!takesSecret()) return [];
  return [{ path: SECRET, isCompressible: false, open: async () => Readable.from([await readFile(secretFile())]) }];
}

/**
 * Copies the bytes of files to the folder beside the archive. Bytes damaged in the storage, or removed meanwhile, count
 * as missing.
 */
async function keepFiles(
  beside: BackupFiles,
  { files, missing }: Pick<Manifest, 'files' | 'missing'>,
  { onProgress, progress, signal }: { onProgress: Progress; progress: BackupProgress; signal: AbortSignal | undefined },
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const kept: Pick<Manifest, 'files' | 'missing'> = { files: [], missing: [...missing] };
  const keepBytes = async (key: string) => {
    const bytes = await openBytes(key);
    return bytes !== null && (await beside.add(sumOfKey(key), progress.counted(bytes), signal));
  };
  progress.begin('files', files.length);
  for (const [done, file] of files.entries()) {
    signal?.throwIfAborted();
    onProgress(done, files.length);
    progress.addFile();
    const sum = sumOfKey(file.key);
    const isKept = (await beside.has(beside.nameOf(sum))) || (await keepBytes(file.key));
    if (isKept) kept.files.push(file);
    else kept.missing.push(file.key);
  }
  return kept;
}

/** Bytes are immutable per key, so the current ones match the snapshot. */
async function findFiles(read: Read, signal: AbortSignal | undefined): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const rows = await read<{ ownerId: string; contentHash: string; type: string }>(
    `SELECT owner_id AS "ownerId", content_hash AS "contentHash", MIN(type) AS type FROM files
     WHERE confirmed_at IS NOT NULL AND content_hash IS NOT NULL GROUP BY owner_id, content_hash`,
  );
  const found: Pick<Manifest, 'files' | 'missing'> = { files: [], missing: [] };
  for (const row of rows) {
    signal?.throwIfAborted();
    const key = blobKey(row);
    if ((await storage().sizeOf(key)) === null) found.missing.push(key);
    else found.files.push({ key, type: row.type });
  }
  return found;
}
