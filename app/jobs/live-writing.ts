import { log } from '#app/observability/log.ts';
import { settleOverdue, startLiveDocuments } from '#app/services/live/live-documents.ts';

const EVERY_MS = 10_000;

/**
 * Subscribes to other processes' changes and settles those left by ended processes. Returns a function that stops this.
 */
export async function startLiveWriting(): Promise<() => Promise<void>> {
  const stop = await startLiveDocuments();
  let running: Promise<void> = Promise.resolve();
  const settle = () => {
    running = settleOverdue().catch((error) => {
      log.error({ error, event: 'live-overdue-failed' }, 'shared texts left behind were not written');
    });
  };
  settle();
  const timer = setInterval(settle, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all([stop(), running]);
  };
}
