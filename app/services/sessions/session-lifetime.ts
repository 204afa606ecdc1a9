import { config } from '#app/config.server.ts';

const DAY_SECONDS = 24 * 3600;
/** A session ends after this many times `SESSION_DAYS`, however often it is used. */
const TIMES_IN_ALL = 3;
const DAYS_MAX = 365;

/** Returns the duration in seconds after which an unused remembered session ends: `SESSION_DAYS`. */
export const rememberedSeconds = (): number => config().sessionDays * DAY_SECONDS;

type Started = { remember: number; createdAt: number };

/** Returns the time in ms at which a session ends that was used at `usedAt` for the last time. */
export function sessionEnd({ remember, createdAt }: Started, usedAt: number): number {
  const daysInAll = Math.min(TIMES_IN_ALL * config().sessionDays, DAYS_MAX);
  const unused = remember ? rememberedSeconds() : DAY_SECONDS;
  return Math.min(usedAt + 1000 * unused, createdAt + 1000 * DAY_SECONDS * daysInAll);
}
