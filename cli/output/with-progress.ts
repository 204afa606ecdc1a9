import { BackupProgress } from '#app/services/maintenance/backup/backup-progress.ts';
import { terminal } from '#cli/with-services.ts';

type Work<T> = (progress: BackupProgress) => Promise<T>;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a command that SIGINT and SIGTERM abort where it can undo its work; a second signal ends the process at once.
 * Throws an error with `stopped` after an abort. Wrap all work that must not be left half done: outside, the signals
 * end the process as usual.
 */
export async function stoppable<T>(stopped: string, work: (stop: AbortController) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of SIGNALS) process.once(signal, onSignal);
  try {
    return await work(stop);
  } catch (error) {
    throw stop.signal.aborted ? new Error(stopped, { cause: error }) : error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** Shows the progress of a part of stoppable work at a terminal, where a key stops it, too. */
export async function withProgress<T>(title: string, stop: AbortController, work: Work<T>): Promise<T> {
  const { t } = terminal();
  stop.signal.throwIfAborted();
  const progress = new BackupProgress(stop.signal);
  const isSeen = process.stderr.isTTY && process.stdin.isTTY && process.env.TERM !== 'dumb';
  const hide = isSeen
    ? (await import('#cli/screens/progress/show-progress.tsx')).showProgress({
        t,
        title,
        counts: () => progress,
        onStop: () => stop.abort(),
      })
    : async () => undefined;
  try {
    return await work(progress);
  } finally {
    await hide();
  }
}
