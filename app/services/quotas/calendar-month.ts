/** Returns the UTC month as `YYYY-MM`; these strings sort chronologically. */
export function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** Clocks of servers, or one that is set right, differ by less. */
const TOLERANCE_MS = 24 * 3600_000;

/** Returns the latest month that counts as current. A later one was stored by a clock that was ahead. */
export const latestMonthOf = (instant: number): string => monthOf(instant + TOLERANCE_MS);

/** Tests whether what was used in a stored month counts. Around the turn of a month the next one may have begun. */
export const isCurrentMonth = (month: string, instant: number): boolean =>
  month >= monthOf(instant) && month <= latestMonthOf(instant);

/** Returns the first instant of a month, in milliseconds. */
export function startOfMonth(month: string): number {
  return Date.parse(`${month}-01T00:00:00.000Z`);
}

/** Returns the first instants of a month and of the next one; of all time if the month is empty. */
export const instantsOf = (month: string): { from: number; until: number } =>
  month ? { from: startOfMonth(month), until: endOfMonth(month) } : { from: 0, until: Number.MAX_SAFE_INTEGER };

/** Returns the first instant after a month, in milliseconds. */
export function endOfMonth(month: string): number {
  const start = new Date(startOfMonth(month));
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
}
