import { count } from '#app/observability/counters.ts';
import { log } from '#app/observability/log.ts';
import { workSinceLastLook } from '#app/observability/running-work.ts';

const LOOK_EVERY_MS = 50;
/** Longer stalls of the event loop, which delay every request, are faults. */
const STALL_MS = 200;
const NAMES_MAX = 20;

/**
 * Logs each stall of the event loop with the requests and jobs running at the time. Returns a function that stops this.
 */
export function watchEventLoop(): () => void {
  let due = performance.now() + LOOK_EVERY_MS;
  const timer = setInterval(() => {
    const stalledMs = Math.round(performance.now() - due);
    due = performance.now() + LOOK_EVERY_MS;
    const work = workSinceLastLook();
    if (stalledMs < STALL_MS) return;
    count('stalls', {});
    const shown = work.slice(0, NAMES_MAX);
    log.warn({ event: 'event-loop-stalled', stalledMs, work: shown }, 'the event loop was blocked');
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
