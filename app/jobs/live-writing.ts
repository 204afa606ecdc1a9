import { settleOverdue, startLiveDocuments } from '#app/services/live/live-documents.ts';
import { repeatWork } from '#app/services/repeat-work.ts';

const EVERY_MS = 10_000;

/**
 * Subscribes to other processes' changes and settles those left by ended processes. Returns a function that stops this.
 */
export async function startLiveWriting(): Promise<() => Promise<void>> {
  const stopDocuments = await startLiveDocuments();
  const stopSettling = repeatWork(settleOverdue, EVERY_MS);
  return async () => {
    await Promise.all([stopDocuments(), stopSettling()]);
  };
}
