import { log } from '#app/observability/log.ts';
import { repeatWork } from '#app/services/repeat-work.ts';
import { storeWords } from '#app/services/search/known-words.ts';
import { renewIndex } from '#app/services/search/rebuild-index.ts';

const EVERY_MS = 60_000;

/**
 * Indexes documents of older index versions, at once and every minute, and stores new words to correct mistyped
 * searches. Returns a function that stops this; the next process continues.
 */
export function startRenewingIndex(): () => Promise<void> {
  const stopping = new AbortController();
  const look = () =>
    renewIndex(stopping.signal)
      .then((renewed) => {
        if (renewed > 0) log.info({ event: 'index-renewed', renewed }, 'documents were indexed again');
        return storeWords();
      })
      .catch((error) => log.warn({ event: 'index-not-renewed', error }, 'the search index could not be renewed'));
  const stop = repeatWork(look, EVERY_MS);
  return () => {
    stopping.abort();
    return stop();
  };
}
