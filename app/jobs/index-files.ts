import { log } from '#app/observability/log.ts';
import { BackgroundWork } from '#app/services/background-work.ts';
import { indexWaitingFiles } from '#app/services/search/index-files.ts';
import { onWaitingFiles } from '#app/services/search/waiting-files.ts';

const EVERY_MS = 60_000;

/**
 * Indexes names and texts of attached files: at once, on changes, and every minute those left by other processes.
 * Returns a function that stops this; the next process continues.
 */
export function startIndexingFiles(): () => Promise<void> {
  const stopping = new AbortController();
  const index = async () => {
    const indexed = await indexWaitingFiles(stopping.signal);
    if (indexed > 0) log.debug({ event: 'files-indexed', indexed }, 'attached files were indexed');
  };
  const indexing = new BackgroundWork(index, (error) =>
    log.warn({ event: 'files-not-indexed', error }, 'attached files could not be indexed'),
  );
  const start = () => indexing.start();
  start();
  const endListening = onWaitingFiles(start);
  const timer = setInterval(start, EVERY_MS);
  timer.unref();
  return async () => {
    stopping.abort();
    endListening();
    clearInterval(timer);
    await indexing.settled();
  };
}
