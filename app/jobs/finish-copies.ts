import { log } from '#app/observability/log.ts';
import { finishAbandonedCopies } from '#app/services/documents/run-copy.ts';

const EVERY_MS = 60_000;
/** The next process finishes an interrupted batch. */
const STOP_WITHIN_MS = 1000;

/** Finishes copies that another process left, now and every minute; returns a function that stops it. */
export function startFinishingCopies(): () => Promise<void> {
  const look = () =>
    finishAbandonedCopies().then(
      () => undefined,
      (error) => log.warn({ event: 'copies-not-finished', error }, 'abandoned copies could not be looked for'),
    );
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    const patience = new Promise<void>((over) => setTimeout(over, STOP_WITHIN_MS).unref());
    await Promise.race([looking, patience]);
  };
}
