/** Returns the UTC month as `YYYY-MM`; these strings sort chronologically. */
export function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** Returns the first instant of a month, in milliseconds. */
export function startOfMonth(month: string): number {
  return Date.parse(`${month}-01T00:00:00.000Z`);
}

/** Returns the first instant after a month, in milliseconds. */
export function endOfMonth(month: string): number {
  const start = new Date(startOfMonth(month));
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
}
