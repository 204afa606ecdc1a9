/** A calendar month in UTC as `YYYY-MM`; such names compare as the months do. */
export function monthOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** The first instant of a month, in milliseconds. */
export function startOfMonth(month: string): number {
  return Date.parse(`${month}-01T00:00:00.000Z`);
}

/** The first instant after it. */
export function endOfMonth(month: string): number {
  const start = new Date(startOfMonth(month));
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
}
