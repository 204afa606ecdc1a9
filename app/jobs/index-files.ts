import { log } from '#app/observability/log.ts';
import { indexWaitingFiles } from '#app/services/search/index-files.ts';
import { onWaitingFiles } from '#app/services/search/waiting-files.ts';

const EVERY_MS = 60_000;

/**
 * Indexes the names and texts of attached files: now, when one changes, and every minute what another process left.
 * Returns a function that stops it; the next process goes on where it stopped.
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
