import type { WebUsageQuery } from '#app/schemas/usage.ts';

/** The query of a report. `month` is always set, by default to the current one. */
export type ShownQuery = WebUsageQuery & { month: string };

/** Returns the query string of a report, without its page number. */
export function searchOf({ month, by, keyword, sort, order }: ShownQuery): string {
  return `?${new URLSearchParams({ month, by, ...(keyword ? { keyword } : {}), sort, order })}`;
}
