import { log } from '#app/observability/log.ts';
import { backUpIfDue } from '#app/services/maintenance/backup/scheduled-backup.ts';
import { settlesWithin } from '#app/services/settles-within.ts';

const EVERY_MS = 30_000;
/** Time for a running backup to end at shutdown. */
const STOP_WITHIN_MS = 5000;

/**
 * Makes backups according to `BACKUP_CRON`. Returns a function that stops a running one, which is made up after the
 * next start.
 */
export function startScheduledBackups(): () => Promise<void> {
  const stopping = new AbortController();
  let looking = Promise.resolve();
  const look = () => {
    looking = looking
      .then(() => (stopping.signal.aborted ? undefined : backUpIfDue(stopping.signal)))
      .catch((error) => log.warn({ error, event: 'backup-not-due' }, 'the schedule of backups could not be read'));
  };
  look();
  const timer = setInterval(look, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await settlesWithin(looking, STOP_WITHIN_MS);
  };
}
