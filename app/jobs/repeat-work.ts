/**
 * Runs work at once and then at an interval in milliseconds, one run after the other. The work handles its errors.
 * Returns a function that stops this and waits for the current run.
 */
export function repeatWork(work: () => Promise<unknown>, everyMs: number): () => Promise<void> {
  let running = work();
  const timer = setInterval(() => {
    running = running.then(work);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
