import type { Administration } from '#app/services/administration.ts';
import { reportUsage, type UsageRow } from '#app/services/quotas/report-usage.ts';

type Query = Parameters<typeof reportUsage>[1];

/** Held in memory at a time, however long the report is. */
const AT_ONCE = 5000;

/** The rows of a usage report from the first to the `limit`th, as they are read. Throws `permissionDenied`. */
export async function* streamUsage(by: Administration, query: Omit<Query, 'page'>): AsyncGenerator<UsageRow> {
  for (let page = 1, left = query.limit; left > 0; page += 1, left -= AT_ONCE) {
    const { items } = await reportUsage(by, { ...query, page, limit: AT_ONCE });
    yield* items.slice(0, left);
    if (items.length < AT_ONCE) return;
  }
}
