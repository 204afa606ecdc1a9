import { BackupProgress } from '#app/services/maintenance/backup/backup-progress.ts';
import { terminal } from '#cli/with-services.ts';

type Work<T> = (progress: BackupProgress, signal: AbortSignal) => Promise<T>;
export type ProgressWords = { title: string; stopped: string };

/**
 * Runs long work that a person can stop: at a terminal with a live screen and a key, elsewhere by SIGINT or SIGTERM.
 * Throws an error with `stopped` once the work has undone what it had begun.
 */
export async function withProgress<T>({ title, stopped }: ProgressWords, work: Work<T>): Promise<T> {
  const { t } = terminal();
  const stop = new AbortController();
  const progress = new BackupProgress(stop.signal);
  const onSignal = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  const isSeen = process.stderr.isTTY && process.stdin.isTTY && process.env.TERM !== 'dumb';
  const hide = isSeen
    ? (await import('#cli/screens/progress/show-progress.tsx')).showProgress({
        t,
        title,
        counts: () => progress,
        onStop: onSignal,
      })
    : async () => undefined;
  try {
    return await work(progress, stop.signal);
  } catch (error) {
    throw stop.signal.aborted ? new Error(stopped, { cause: error }) : error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
    await hide();
  }
}
