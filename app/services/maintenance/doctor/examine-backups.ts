import { basename } from 'node:path';
import { lastDue, parseCron, WITHIN_YEARS_MS } from '#app/config/cron.server.ts';
import { config } from '#app/config.server.ts';
import { listBackups } from '#app/services/maintenance/backup/stored-backups.ts';
import { type Diagnosis, diagnosis } from '#app/services/maintenance/doctor/diagnosis.ts';
import { endOfRun, findRun, outcomeOfRun } from '#app/services/maintenance/schedule/job-state.ts';
import { connect, disconnect } from '#db/connection.ts';

/** Maximum delay of a scheduled archive. */
const LATE_MS = 3 * 3600 * 1000;

/** Checks that the schedule has written a verified archive; read-only. */
export async function* examineBackups(): AsyncGenerator<Diagnosis> {
  const { backup } = config();
  if (!backup) return yield diagnosis('backup', 'advice', 'backupUnset');
  const { folder, cron } = backup;
  const failed = await lastFailure();
  if (failed) yield diagnosis('backup', 'broken', failed.word, { at: failed.at });
  // A missing folder contains no backup.
  const backups = await listBackups(folder).catch(() => []);
  const ahead = backups.filter(({ isAhead }) => isAhead).map(({ file }) => basename(file));
  if (ahead.length > 0) yield diagnosis('backup', 'advice', 'backupAhead', { files: ahead.join(', '), folder });
  const newest = backups.find(({ isAhead }) => !isAhead);
  const due = lastDue(parseCron(cron)!, Date.now() - LATE_MS, WITHIN_YEARS_MS) ?? 0;
  const none = ahead.length > 0 ? 'backupAllAhead' : 'backupNone';
  if (!newest) return yield diagnosis('backup', due > 0 ? 'broken' : 'advice', none, { folder });
  const at = readable(newest.writtenAt);
  const isOld = newest.writtenAt < due;
  yield diagnosis('backup', isOld ? 'broken' : 'ok', isOld ? 'backupOld' : 'backupOk', { at, folder });
}

const WORDS = { failed: 'backupFailed', killed: 'backupKilled' } as const;

/** Returns how and when the last backup failed or was killed; null if it did not, or the database cannot be read. */
async function lastFailure(): Promise<{ word: 'backupFailed' | 'backupKilled'; at: string } | null> {
  try {
    connect(config());
    const run = await findRun('backup');
    const outcome = run && outcomeOfRun(run);
    // One that was stopped with its server is made up by the next start.
    if (!run || (outcome !== 'failed' && outcome !== 'killed')) return null;
    return { word: WORDS[outcome], at: readable(endOfRun(run)) };
  } catch {
    // A database that cannot be read, or of an older schema, is reported by its own check.
    return null;
  } finally {
    await disconnect();
  }
}

const readable = (instant: number) => new Date(instant).toISOString().slice(0, 16).replace('T', ' ');
