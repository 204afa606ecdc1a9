import { log } from '#app/observability/log.ts';
import { purgeDeletedDocuments, stopPurging } from '#app/services/documents/purge-deleted.ts';
import { finishAbandonedCopies } from '#app/services/documents/run-copy.ts';
import { awaitRemovedFiles } from '#app/services/files/restore-file.ts';
import { awaitChangeNotifications } from '#app/services/notifications/notify-of-change.ts';
import { repeatWork } from '#app/services/repeat-work.ts';
import { settlesWithin } from '#app/services/settles-within.ts';
import { awaitTakeouts, packTakeouts } from '#app/services/takeouts/pack-takeouts.ts';
import { runWaitingImports, stopImports } from '#app/services/transfer/import/import-jobs.ts';

const EVERY_MS = 60_000;
/** Time for a running batch at shutdown. An interrupted one is finished by the next process. */
const STOP_WITHIN_MS = 1000;

/**
 * Finishes copies, deletions, takeouts and imports left by ended processes, at once and every minute. Returns a
 * function that stops this.
 */
export function startFinishingLongWrites(): () => Promise<void> {
  const look = async () => {
    const works = [finishAbandonedCopies(), purgeDeletedDocuments(), packTakeouts(), runWaitingImports()];
    for (const result of await Promise.allSettled(works))
      if (result.status === 'rejected')
        log.warn({ event: 'long-writes-not-finished', error: result.reason }, 'abandoned work could not be looked for');
  };
  const stop = repeatWork(look, EVERY_MS);
  return async () => {
    const works = [
      stop(),
      stopPurging(),
      awaitChangeNotifications(),
      awaitTakeouts(),
      stopImports(),
      awaitRemovedFiles(),
    ];
    await settlesWithin(Promise.all(works), STOP_WITHIN_MS);
  };
}
