import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitName } from '#app/config/rate-limits.server.ts';
import { config } from '#app/config.server.ts';
import { AppError, type ErrorReason } from '#app/errors.ts';
import { limitKey } from '#app/services/limits/counter.ts';
import { limitRows } from '#app/services/limits/limit-rows.ts';

/** Limits counted in memory per process. They protect only this process and occur too often for database writes. */
const IN_MEMORY: LimitName[] = ['requests', 'upload', 'imageFetch', 'pictureFetch', 'ai', 'documentWrite'];

type Limiter = ReturnType<typeof limitRows> | RateLimiterMemory;
const limiters = new Map<LimitName, Limiter>();

/** Other limits are stored as rows, to survive restarts and span processes, because they protect accounts and mails. */
function limiterOf(name: LimitName): Limiter {
  const known = limiters.get(name);
  if (known) return known;
  const { points, windowSeconds } = config().limits[name];
  const made = IN_MEMORY.includes(name)
    ? new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds })
    : limitRows(name, { points, windowSeconds });
  limiters.set(name, made);
  return made;
}

/**
 * Counts one call against a limit. `key` is a client address, an e-mail address or an account id, and is hashed; with
 * `about`, such as a document's id, each of those has a counter of its own. Throws `requestTooFrequent` with the
 * seconds to wait and `reason`.
 */
export async function consumeLimit(
  name: LimitName,
  key: string,
  { about, reason }: { about?: string | undefined; reason?: ErrorReason } = {},
): Promise<void> {
  if (!config().rateLimit) return;
  try {
    await limiterOf(name).consume(limitKey({ of: key, by: about }));
  } catch (rejection) {
    throw tooFrequent(rejection, reason);
  }
}

/** Counts a call and returns false if it exceeds the limit, for responses that must not reveal it. */
export async function isWithinLimit(name: LimitName, key: string): Promise<boolean> {
  try {
    await consumeLimit(name, key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.error === 'requestTooFrequent') return false;
    throw error;
  }
}

/** Throws `requestTooFrequent` if the limit is used up, without counting. */
export async function requireWithinLimit(
  name: LimitName,
  key: string,
  { about }: { about?: string | undefined } = {},
): Promise<void> {
  if (!config().rateLimit) return;
  const limiter = limiterOf(name);
  const counted = await limiter.get(limitKey({ of: key, by: about }));
  if (counted && counted.consumedPoints >= limiter.points) throw tooFrequent(counted);
}

/** Converts a limiter's rejection to the caller's error; rethrows faults. */
export function tooFrequent(rejection: unknown, reason?: ErrorReason): unknown {
  if (!(rejection instanceof RateLimiterRes)) return rejection;
  const retryAfterSeconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
  return new AppError('requestTooFrequent', { retryAfterSeconds, ...(reason ? { reason } : {}) });
}
