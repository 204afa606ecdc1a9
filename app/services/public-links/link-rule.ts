import { config } from '#app/config.server.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The rule of this installation for the public link of a document. */
export type LinkRule = {
  /** No link can be made, and none opens. */
  isOff: boolean;
  /** Last day on which the link may be good, `YYYY-MM-DD` (UTC); null without a limit. */
  latestDay: string | null;
};

/** Returns the rule for a link made at `createdAt`, by default one made now. */
export function linkRule(createdAt = Date.now()): LinkRule {
  const latest = latestEnd(createdAt);
  return { isOff: !config().publicLinks, latestDay: latest === null ? null : lastDayOf(latest) };
}

/** Returns when a link ends under `PUBLIC_LINK_DAYS`, whichever end it was given; null: never. */
export function endOf({ expiresAt, createdAt }: { expiresAt: number | null; createdAt: number }): number | null {
  const ends = [expiresAt, latestEnd(createdAt)].filter((end) => end !== null);
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** Returns the earliest `created_at` of a link that is still open: the SQL form of `endOf`. */
export function madeSince(now: number): number {
  const days = config().publicLinkDays;
  return days === null ? 0 : startOfDay(now) - days * DAY_MS;
}

/** Ends are exclusive: the instant belongs to the day after the last one. */
export const endOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) + DAY_MS;
export const lastDayOf = (end: number): string => new Date(end - 1).toISOString().slice(0, 10);

function latestEnd(createdAt: number): number | null {
  const days = config().publicLinkDays;
  return days === null ? null : startOfDay(createdAt) + (days + 1) * DAY_MS;
}

const startOfDay = (at: number) => at - (at % DAY_MS);
