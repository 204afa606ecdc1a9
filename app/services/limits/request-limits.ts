import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import type { LimitName } from '#app/limits.server.ts';
import { limitRows } from '#app/services/limits/limit-rows.ts';

/** Counted by each process for itself: they guard only its own time, and happen too often for a durable write. */
const IN_MEMORY: LimitName[] = ['requests', 'upload', 'imageFetch', 'ai', 'documentWrite'];

type Limiter = ReturnType<typeof limitRows> | RateLimiterMemory;
const limiters = new Map<LimitName, Limiter>();

/** The others are rows, so that several processes and a restart count on: they guard accounts and mails. */
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
 * Counts one against a limit. `key` says who: a client address, an e-mail address, an account's id; it is stored
 * hashed. Throws `requestTooFrequent` with the seconds until the next is let in.
 */
export async function consumeLimit(name: LimitName, key: string): Promise<void> {
  if (!config().rateLimit) return;
  try {
    await limiterOf(name).consume(hashed(key));
  } catch (rejection) {
    throw tooFrequent(rejection);
  }
}

/** Whether one more is let in, counting it if so; for answers that must not tell. */
export async function isWithinLimit(name: LimitName, key: string): Promise<boolean> {
  try {
    await consumeLimit(name, key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.error === 'requestTooFrequent') return false;
    throw error;
  }
}

/** Throws `requestTooFrequent` when the limit is used up, and counts nothing. */
export async function requireWithinLimit(name: LimitName, key: string): Promise<void> {
  if (!config().rateLimit) return;
  const limiter = limiterOf(name);
  const counted = await limiter.get(hashed(key));
  if (counted && counted.consumedPoints >= limiter.points) throw tooFrequent(counted);
}

/** What a limiter rejected with, as the error the caller is told; a fault stays a fault. */
export function tooFrequent(rejection: unknown): unknown {
  if (!(rejection instanceof RateLimiterRes)) return rejection;
  const retryAfterSeconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
  return new AppError('requestTooFrequent', { retryAfterSeconds });
}

/** Addresses are nobody's business in a table of counters. */
export function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
