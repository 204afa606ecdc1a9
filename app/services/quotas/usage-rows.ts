import type { UsageQuery } from '#app/schemas/usage.ts';
import type { Administration } from '#app/services/administration.ts';
import { periodOfMonth, reportUsage, type UsageRow } from '#app/services/quotas/report-usage.ts';

const AT_ONCE = 1000;

/** The whole report of a month, so many rows at a time: a hundred thousand users are never in memory together. */
export async function* usageRows(by: Administration, query: UsageQuery, month: string): AsyncGenerator<UsageRow[]> {
  for (let page = 1; ; page += 1) {
    const { items, total } = await reportUsage(by, { ...query, ...periodOfMonth(month), page, limit: AT_ONCE });
    if (items.length > 0) yield items;
    if (page * AT_ONCE >= total) return;
  }
}
