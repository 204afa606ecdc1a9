import { log } from '#app/observability/log.ts';
import { indexWaitingFiles } from '#app/services/search/index-files.ts';
import { onWaitingFiles } from '#app/services/search/waiting-files.ts';

const EVERY_MS = 60_000;

/**
 * Indexes names and texts of attached files: at once, on changes, and every minute those left by other processes.
 * Returns a function that stops this; the next process continues.
 */
export function startIndexingFiles(): () => Promise<void> {
  const stopping = new AbortController();
  let isWanted = false;
  let looking = Promise.resolve();
  const look = () => {
    isWanted = false;
    return indexWaitingFiles(stopping.signal).then(
      (indexed) => void (indexed > 0 && log.debug({ event: 'files-indexed', indexed }, 'attached files were indexed')),
      (error) => log.warn({ event: 'files-not-indexed', error }, 'attached files could not be indexed'),
    );
  };
  const want = () => {
    if (isWanted || stopping.signal.aborted) return;
    isWanted = true;
    looking = looking.then(look);
  };
  want();
  const endListening = onWaitingFiles(want);
  const timer = setInterval(want, EVERY_MS);
  timer.unref();
  return async () => {
    stopping.abort();
    endListening();
    clearInterval(timer);
    await looking;
  };
}
