import type { WebUsageQuery } from '#app/schemas/usage.ts';

/** A report always has a month, the current one unless another was asked for. */
export type ShownQuery = WebUsageQuery & { month: string };

/** The query string of a report, without its page. */
export function searchOf({ month, by, keyword, sort, order }: ShownQuery): string {
  return `?${new URLSearchParams({ month, by, ...(keyword ? { keyword } : {}), sort, order })}`;
}

/** So many months later; earlier when negative. */
export function monthFrom(month: string, steps: number): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number! - 1 + steps, 1)).toISOString().slice(0, 7);
}
