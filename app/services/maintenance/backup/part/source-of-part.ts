import { join } from 'node:path';
import { keyedHash } from '#app/services/crypto/secrets.ts';
import { BackupProgress } from '#app/services/maintenance/backup/backup-progress.ts';
import { type Backup, openBackup, restoreRows } from '#app/services/maintenance/backup/restore-backup.ts';
import { connect, disconnect, inTransaction } from '#db/connection.ts';
import { RowsOfFile } from '#db/rows-of-file.ts';

/** Returns true if a backup was made with the secret of this installation, which second factors are sealed with. */
export const isOurs = ({ manifest }: Backup): boolean => manifest.secretMark === keyedHash('backup');

/** An archive whose rows are in a SQLite file, in the schema of this version. */
export type Source = { backup: Backup; rows: RowsOfFile; close: () => Promise<void> };

/**
 * Restores the rows of an archive into a SQLite file in an empty folder, so that archives of either database and of
 * older schemas are read alike. Call while no database is connected. Verifies everything but the bytes of files.
 */
export async function openSource(file: string, folder: string, progress = new BackupProgress()): Promise<Source> {
  connect({ dataDir: folder });
  try {
    const backup = await openBackup(file, { verifiesFiles: false, progress });
    await inTransaction(() => restoreRows(backup, progress));
    const rows = new RowsOfFile(join(folder, 'arbor.sqlite'));
    const close = async () => {
      await rows.close();
      backup.archive.close();
    };
    return { backup, rows, close };
  } finally {
    await disconnect();
  }
}
