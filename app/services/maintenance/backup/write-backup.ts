import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type ArchivePart, writeArchive } from '#app/adapters/backup-archive.ts';
import { storage } from '#app/adapters/storage.ts';
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
import type { Read } from '#db/connection.ts';
import { inSnapshot } from '#db/snapshot.ts';
import { countersOf, rowsOf, tablesInOrder } from '#db/tables.ts';

/** `missing`: keys in the database without bytes in the storage. `secret`: true if the archive includes it. */
export type Written = { tables: number; rows: number; files: number; missing: string[]; secret: boolean };
type Progress = (done: number, total: number) => void;

/** The secret is included only if it is stored in `DATA_DIR`. Operators back up one from the environment themselves. */
const secretFile = () => join(config().dataDir, 'secret');
const takesSecret = () => !process.env.SESSION_SECRET?.trim() && existsSync(secretFile());

/**
 * Writes a consistent snapshot of database and files to one archive while the server runs. Throws the errors of disk or
 * storage and leaves no archive then. `BACKUP_PASSPHRASE` encrypts it.
 */
export async function writeBackup(
  file: string,
  { onProgress = () => undefined, signal }: { onProgress?: Progress; signal?: AbortSignal } = {},
): Promise<Written> {
  return inSnapshot(async (read) => {
    const names = (await tablesInOrder(read)).filter((name) => !EXCLUDED_TABLES.includes(name));
    const { files, missing } = await findFiles(read);
    const tables = names.map((name) => ({ name, rows: 0 }));
    const manifest: Omit<Manifest, 'sums'> = {
      arbor: 'backup',
      format: FORMAT,
      createdAt: new Date().toISOString(),
      schema: (await read<{ name: string }>('SELECT name FROM migrations ORDER BY name')).map(({ name }) => name),
      tables,
      counters: await countersOf(read),
      missing,
      files,
      secretMark: keyedHash('backup'),
    };
    const parts = [...tables.map((table) => tablePart(read, table)), ...files.map(filePart), ...secretPart()];
    const counted = parts.map((part, done) => ({
      ...part,
      open: () => {
        onProgress(done, parts.length);
        return part.open();
      },
    }));
    const text = (sums: Manifest['sums']) => JSON.stringify({ ...manifest, sums }, null, 1);
    await writeArchive(file, counted, { path: MANIFEST, text }, { passphrase: config().backupPassphrase, signal });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { tables: tables.length, rows, files: files.length, missing, secret: takesSecret() };
  });
}

function tablePart(read: Read, table: { name: string; rows: number }): ArchivePart {
  async function* lines() {
    for await (const row of rowsOf(read, table.name)) {
      table.rows += 1;
      yield toLine(row);
    }
  }
  const open = async () => Readable.from(lines(), { objectMode: false });
  return { path: tablePath(table.name), isCompressible: true, open };
}

function filePart({ key }: { key: string }): ArchivePart {
  return { path: filePath(key), isCompressible: false, open: () => storage().read(key) };
}

function secretPart(): ArchivePart[] {
  if (!takesSecret()) return [];
  return [{ path: SECRET, isCompressible: false, open: async () => Readable.from([await readFile(secretFile())]) }];
}

/** Bytes are immutable per key, so the current ones match the snapshot. */
async function findFiles(read: Read): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const rows = await read<{ ownerId: string; contentHash: string; type: string }>(
    `SELECT owner_id AS "ownerId", content_hash AS "contentHash", MIN(type) AS type FROM files
     WHERE confirmed_at IS NOT NULL AND content_hash IS NOT NULL GROUP BY owner_id, content_hash`,
  );
  const found: Pick<Manifest, 'files' | 'missing'> = { files: [], missing: [] };
  for (const row of rows) {
    const key = blobKey(row);
    if ((await storage().sizeOf(key)) === null) found.missing.push(key);
    else found.files.push({ key, type: row.type });
  }
  return found;
}
