import { lastDue, parseCron } from '#app/config/cron.server.ts';
import { config } from '#app/config.server.ts';
import { listBackups } from '#app/services/maintenance/backup/stored-backups.ts';
import { type Diagnosis, diagnosis } from '#app/services/maintenance/doctor/diagnosis.ts';

/** Maximum delay of a scheduled archive. */
const LATE_MS = 3 * 3600 * 1000;

/** Checks that the schedule has written a verified archive; read-only. */
export async function* examineBackups(): AsyncGenerator<Diagnosis> {
  const { backup } = config();
  if (!backup) return yield diagnosis('backup', 'advice', 'backupUnset');
  const { folder, cron } = backup;
  // A missing folder contains no backup.
  const [newest] = await listBackups(folder).catch(() => []);
  const due = lastDue(parseCron(cron)!, Date.now() - LATE_MS) ?? 0;
  if (!newest) return yield diagnosis('backup', due > 0 ? 'broken' : 'advice', 'backupNone', { folder });
  const at = new Date(newest.writtenAt).toISOString().slice(0, 16).replace('T', ' ');
  const isOld = newest.writtenAt < due;
  yield diagnosis('backup', isOld ? 'broken' : 'ok', isOld ? 'backupOld' : 'backupOk', { at, folder });
}
