import { log } from '#app/observability/log.ts';

/**
 * Runs work at once and then at an interval in milliseconds, except while the last run is not over. Returns a function
 * that stops this and waits for the current run. Faults are logged.
 */
export function repeatWork(work: () => Promise<unknown>, everyMs: number): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= work()
      .catch((error) => log.error({ event: 'repeated-work-failed', error }, 'repeated work failed'))
      .then(() => {
        running = null;
      });
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
