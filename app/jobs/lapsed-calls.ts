import { log } from '#app/observability/log.ts';
import { settleLapsedCalls } from '#app/services/quotas/settle-tokens.ts';
import { repeatWork } from '#app/services/repeat-work.ts';

const EVERY_MS = 60_000;

/** Charges AI calls that were lost with their process, at once and every minute. Returns a function that stops this. */
export function startSettlingLapsedCalls(): () => Promise<void> {
  const look = () =>
    settleLapsedCalls()
      .then((settled) => {
        if (settled > 0) log.info({ event: 'ai-calls-lapsed', settled }, 'lost AI calls were charged their prompt');
      })
      .catch((error) => log.warn({ event: 'ai-calls-not-settled', error }, 'lost AI calls could not be charged'));
  return repeatWork(look, EVERY_MS);
}
