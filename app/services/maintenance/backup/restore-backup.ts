import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ArchiveReader, DamagedArchive } from '#app/adapters/backup-archive.ts';
import { WrongPassphrase } from '#app/adapters/backup-cipher.ts';
import type { BackupFiles } from '#app/adapters/backup-files.ts';
import { storage } from '#app/adapters/storage.ts';
import { config } from '#app/config.server.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { keyedHash } from '#app/services/crypto/secrets.ts';
import {
  EXCLUDED_TABLES,
  FORMAT,
  filePath,
  MANIFEST,
  type Manifest,
  manifestSchema,
  rowsIn,
  SECRET,
  tablePath,
} from '#app/services/maintenance/backup/backup-form.ts';
import { BackupProgress } from '#app/services/maintenance/backup/backup-progress.ts';
import { filesBeside } from '#app/services/maintenance/backup/kept-files.ts';
import { nameRestored } from '#app/services/maintenance/installation/recognise.ts';
import { rebuildIndex } from '#app/services/search/rebuild-index.ts';
import { execute, inTransaction, select } from '#db/connection.ts';
import { migrateWithin } from '#db/migrate.ts';
import { currentName, migrations } from '#db/migrations/index.ts';
import { withLongStatements } from '#db/silent-connections.ts';
import { dropTables, insertRows, renewStatistics, setCounter, tablesInOrder } from '#db/tables.ts';

/** Reasons a backup cannot be restored. */
export class UnfitBackup extends Error {
  override name = 'UnfitBackup';
  /** `files`: the message is the folder beside the archive that lacks bytes, or has others. */
  readonly reason: 'damaged' | 'newer' | 'passphrase' | 'files';
  constructor(reason: UnfitBackup['reason'], detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** `secret`: restored to `DATA_DIR`, the same as before, or different from the environment's. */
export type Restored = { rows: number; files: number; missing: string[]; secret: 'restored' | 'same' | 'other' };
/** `beside` has the bytes of files; null if the archive does. */
export type Backup = { archive: ArchiveReader; manifest: Manifest; beside: BackupFiles | null };

const ROWS_AT_ONCE = 50;

/**
 * Opens an archive and verifies all of it, unless the bytes of files are verified when they are read. Needs no
 * database. Throws UnfitBackup without changing anything.
 */
export async function openBackup(
  file: string,
  { verifiesFiles = true, progress = new BackupProgress() } = {},
): Promise<Backup> {
  let archive: ArchiveReader | undefined;
  try {
    archive = await ArchiveReader.open(file, config().backupPassphrase);
    const manifest = await readManifest(archive);
    const known = new Set(migrations.map(({ name }) => name));
    const newer = manifest.schema.find((name) => !known.has(currentName(name)));
    if (newer || manifest.format > FORMAT) throw new UnfitBackup('newer', newer ?? String(manifest.format));
    const files = new Set(manifest.files.map(({ key }) => filePath(key)));
    const parts = [...manifest.tables.map(({ name }) => tablePath(name)), ...files];
    const unsummed = parts.find((path) => !manifest.sums[path]);
    if (unsummed) throw new DamagedArchive(unsummed);
    const beside = manifest.filesSalt ? await filesBeside(file, Buffer.from(manifest.filesSalt, 'base64')) : null;
    const backup = { archive, manifest, beside };
    const sums = Object.entries(manifest.sums);
    progress.begin('checking', sums.length);
    for (const [path, sum] of sums) {
      progress.step();
      if (!files.has(path)) await archive.verify(path, sum);
      else if (verifiesFiles) await verifyFile(backup, path);
    }
    return backup;
  } catch (error) {
    archive?.close();
    throw asUnfit(error);
  }
}

const readManifest = async (archive: ArchiveReader): Promise<Manifest> =>
  manifestSchema.parse(JSON.parse(await archive.text(MANIFEST)));

/** Verifies the bytes of one file of a backup. Throws UnfitBackup. */
export async function verifyFile({ archive, manifest, beside }: Backup, path: string): Promise<void> {
  const sum = manifest.sums[path]!;
  if (!beside) return archive.verify(path, sum).catch((error) => Promise.reject(asUnfit(error)));
  if (!(await beside.isWhole(beside.nameOf(sum), sum))) throw new UnfitBackup('files', beside.folder);
}

function asUnfit(error: unknown): unknown {
  const isDamage =
    error instanceof DamagedArchive || error instanceof SyntaxError || (error as Error).name === 'ZodError';
  if (error instanceof WrongPassphrase) return new UnfitBackup('passphrase', error.message);
  return isDamage ? new UnfitBackup('damaged', (error as Error).message) : error;
}

/** Removes damaged bytes beside an archive, so that the next backup copies them again. Returns their number. */
export async function removeDamagedFiles(file: string): Promise<number> {
  const archive = await ArchiveReader.open(file, config().backupPassphrase);
  try {
    const manifest = await readManifest(archive);
    if (!manifest.filesSalt) return 0;
    const beside = await filesBeside(file, Buffer.from(manifest.filesSalt, 'base64'));
    let removed = 0;
    for (const { key } of manifest.files) {
      const sum = manifest.sums[filePath(key)]!;
      if (await beside.isWhole(beside.nameOf(sum), sum)) continue;
      await beside.remove(beside.nameOf(sum));
      removed += 1;
    }
    return removed;
  } finally {
    archive.close();
  }
}

/** Returns true if an archive refers to files beside it, or cannot be read; false for what is no archive. */
export async function refersToFiles(file: string): Promise<boolean> {
  let archive: ArchiveReader | undefined;
  try {
    archive = await ArchiveReader.open(file, config().backupPassphrase);
    return (await readManifest(archive)).filesSalt !== undefined;
  } catch (error) {
    return !(error instanceof DamagedArchive);
  } finally {
    archive?.close();
  }
}

/** Returns true if the installation has no accounts. */
export async function isUnused(): Promise<boolean> {
  const rows = await select('SELECT id FROM users WHERE id <> $gone LIMIT 1', { gone: DELETED_USER_ID });
  return rows.length === 0;
}

/** Counts what a restore replaces. */
export async function countContents(): Promise<{ accounts: number; documents: number }> {
  const [row] = await select<{ accounts: number; documents: number }>(
    `SELECT (SELECT count(*) FROM users WHERE id <> $gone) AS accounts, (SELECT count(*) FROM documents) AS documents`,
    { gone: DELETED_USER_ID },
  );
  return { accounts: Number(row!.accounts), documents: Number(row!.documents) };
}

/**
 * Replaces all data by an archive in one transaction: backups are portable between the databases, and an older schema
 * is migrated. Files are restored first; those of a failed restore are pruned. With `by` the audit log of the restored
 * database begins with this act.
 */
export async function restoreBackup(
  backup: Backup,
  { progress = new BackupProgress(), by }: { progress?: BackupProgress; by?: Administration } = {},
): Promise<Restored> {
  const { archive, manifest } = backup;
  progress.begin('files', manifest.files.length);
  for (const { key, type } of manifest.files) {
    progress.addFile();
    await storage().write(key, progress.counted(await bytesOf(backup, key)), { type, isDurable: true });
  }
  // A migration of many restored rows is one statement.
  const rows = await withLongStatements(() => inTransaction(() => restoreAll(backup, progress, by)));
  await renewStatistics();
  await nameRestored();
  const secret = await restoreSecret(backup);
  archive.close();
  return { rows, files: manifest.files.length, missing: manifest.missing, secret };
}

/** Replaces all data, with the search index; call in a transaction. Returns the number of rows. */
async function restoreAll(backup: Backup, progress: BackupProgress, by: Administration | undefined): Promise<number> {
  const rows = await restoreRows(backup, progress);
  progress.begin('index');
  await rebuildIndex();
  const detail = { backupOf: backup.manifest.createdAt, rows };
  if (by) await recordAct(by, { action: 'installation.restore', subject: 'installation', detail });
  // The last moment to stop: what follows is committed.
  progress.throwIfStopped();
  return rows;
}

/** Opens the bytes of a file of a backup. */
export function bytesOf({ archive, manifest, beside }: Backup, key: string): Promise<Readable> {
  const path = filePath(key);
  return beside ? beside.read(beside.nameOf(manifest.sums[path]!)) : archive.read(path);
}

/** Replaces all rows by those of an archive, without the search index; call in a transaction. Returns their number. */
export async function restoreRows({ archive, manifest }: Backup, progress = new BackupProgress()): Promise<number> {
  progress.begin(
    'rows',
    manifest.tables.reduce((sum, table) => sum + table.rows, 0),
  );
  await dropTables();
  await migrateWithin(manifest.schema);
  const order = await tablesInOrder();
  // A migration may have inserted rows.
  for (const table of order.toReversed()) await execute(`DELETE FROM ${table}`);
  let rows = 0;
  for (const table of order) {
    if (EXCLUDED_TABLES.includes(table) || !manifest.tables.some(({ name }) => name === table)) continue;
    for await (const batch of rowsIn(await archive.read(tablePath(table)), ROWS_AT_ONCE)) {
      await insertRows(table, batch);
      rows += batch.length;
      progress.addRows(batch.length);
    }
  }
  for (const [table, last] of Object.entries(manifest.counters))
    if (order.includes(table)) await setCounter(table, last);
  await migrateWithin();
  return rows;
}

/** Restores the original secret, which sealed and signed data requires. */
async function restoreSecret({ archive, manifest }: Backup): Promise<Restored['secret']> {
  if (manifest.secretMark === keyedHash('backup')) return 'same';
  if (process.env.SESSION_SECRET?.trim() || !manifest.sums[SECRET]) return 'other';
  const file = join(config().dataDir, 'secret');
  await writeFile(`${file}.restored`, await archive.text(SECRET), { mode: 0o600 });
  await rename(`${file}.restored`, file);
  return 'restored';
}
