import { config } from '#app/config.server.ts';
import { DAY_MS } from '#app/services/day.ts';

/** The installation's rule for public links. */
export type LinkRule = {
  /** True if links can be neither created nor opened. */
  isOff: boolean;
  /** Last allowed day of validity as `YYYY-MM-DD` (UTC); null without a limit. */
  latestDay: string | null;
};

/** Returns the rule for a link created at `createdAt`, by default now. */
export function linkRule(createdAt = Date.now()): LinkRule {
  const latest = latestEnd(createdAt);
  return { isOff: !config().publicLinks, latestDay: latest === null ? null : lastDayOf(latest) };
}

/**
 * Returns the instant at which a link ends: its own end or that of `PUBLIC_LINK_DAYS`, whichever is earlier. Null for
 * never.
 */
export function endOf({ expiresAt, createdAt }: { expiresAt: number | null; createdAt: number }): number | null {
  const ends = [expiresAt, latestEnd(createdAt)].filter((end) => end !== null);
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** Returns the earliest `created_at` of links that are still valid: `endOf` for SQL. */
export function madeSince(now: number): number {
  const days = config().publicLinkDays;
  return days === null ? 0 : startOfDay(now) - days * DAY_MS;
}

/** Returns the exclusive end of a day: the first instant of the next day. */
export const endOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) + DAY_MS;
export const lastDayOf = (end: number): string => new Date(end - 1).toISOString().slice(0, 10);

function latestEnd(createdAt: number): number | null {
  const days = config().publicLinkDays;
  return days === null ? null : startOfDay(createdAt) + (days + 1) * DAY_MS;
}

const startOfDay = (at: number) => at - (at % DAY_MS);
