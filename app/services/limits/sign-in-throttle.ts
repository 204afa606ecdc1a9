import { config } from '#app/config.server.ts';
import { type Counter, limitKey } from '#app/services/limits/counter.ts';
import { limitRows } from '#app/services/limits/limit-rows.ts';
import { tooFrequent } from '#app/services/limits/request-limits.ts';

const LONGEST_WAIT_SECONDS = 15 * 60;

/** Number of attempts before each further one must wait. */
const tries = () => limitRows('signInTries', config().limits.accountTries);
/** Gate that is closed during a wait. Then it admits one attempt, which closes it again. */
const gate = limitRows('signInGate', { points: 1, windowSeconds: 1 });
const waits = limitRows('signInWaits', { points: 1, windowSeconds: 24 * 3600 });

/**
 * Counts a sign-in attempt before its password is checked, so that concurrent attempts count too. Once the limit is
 * reached, a wait follows every attempt: 1 s, doubling to 15 minutes. `counter` identifies the source; all unknown
 * browsers share one per account. Addresses without an account count alike. Open sessions and the password reset are
 * not affected. Throws `requestTooFrequent`.
 */
export async function countSignInAttempt(counter: Counter): Promise<void> {
  if (!config().rateLimit) return;
  const key = limitKey(counter);
  const closed = await gate.get(key);
  if (closed && closed.consumedPoints > 0) throw tooFrequent(closed);
  const { consumedPoints } = await tries().penalty(key);
  if (consumedPoints < config().limits.accountTries.points) return;
  try {
    await gate.consume(key);
  } catch (rejection) {
    throw tooFrequent(rejection);
  }
  const passed = await waits.penalty(key);
  if (passed.consumedPoints > 1)
    await gate.block(key, Math.min(LONGEST_WAIT_SECONDS, 2 ** (passed.consumedPoints - 1)));
}

/** Resets the counter after a correct password. */
export async function resetSignInAttempts(counter: Counter): Promise<void> {
  if (!config().rateLimit) return;
  const key = limitKey(counter);
  for (const rows of [tries(), gate, waits]) await rows.delete(key);
}
