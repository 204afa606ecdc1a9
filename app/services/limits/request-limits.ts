import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { type Limit, limitRows } from '#app/services/limits/limit-rows.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Counted in the database, so that several processes and a restart count on: what guards accounts and mails. */
const IN_ROWS = {
  signIn: { points: 10, windowSeconds: MINUTE },
  failedSignIn: { points: 100, windowSeconds: DAY },
  codeCheck: { points: 60, windowSeconds: MINUTE },
  passwordReset: { points: 5, windowSeconds: MINUTE },
  refresh: { points: 30, windowSeconds: MINUTE },
  mailFromAddress: { points: 20, windowSeconds: HOUR },
  mailToEmail: { points: 5, windowSeconds: HOUR },
  accessRequest: { points: 10, windowSeconds: HOUR },
  invitationToEmail: { points: 5, windowSeconds: HOUR },
  shareWithStranger: { points: 20, windowSeconds: HOUR },
} satisfies Record<string, Limit>;

/** Counted by each process for itself: what guards only its own time, and happens too often for a durable write. */
const IN_MEMORY = {
  // Asked for and confirmed: two for a file.
  upload: { points: 240, windowSeconds: MINUTE },
  imageFetch: { points: 30, windowSeconds: MINUTE },
  ai: { points: 25, windowSeconds: MINUTE },
  documentWrite: { points: 120, windowSeconds: MINUTE },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof IN_ROWS | keyof typeof IN_MEMORY;

const limiters = new Map<string, ReturnType<typeof limitRows> | RateLimiterMemory>([
  ...Object.entries(IN_ROWS).map(([name, limit]) => [name, limitRows(name, limit)] as const),
  ...Object.entries(IN_MEMORY).map(
    ([name, { points, windowSeconds }]) =>
      [name, new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds })] as const,
  ),
]);

/**
 * Counts one against a limit. `key` says who: a client address, an e-mail address, an account's id; it is stored
 * hashed. Throws `requestTooFrequent` with the seconds until the next is let in.
 */
export async function consumeLimit(name: LimitName, key: string): Promise<void> {
  if (!config().rateLimit) return;
  try {
    await limiters.get(name)!.consume(hashed(key));
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
  const limiter = limiters.get(name)!;
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
