import { streamLines } from '#app/http/lists/stream-lines.ts';
import { requireAdministratorOfPage } from '#app/http/session/require-actor.ts';
import { type WebUsageQuery, webUsageQuery, withDaysInOrder } from '#app/schemas/usage.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { csvLine } from '#app/services/csv.ts';
import { monthOf } from '#app/services/quotas/calendar-month.ts';
import { periodOfMonth, streamUsage, type UsageRow } from '#app/services/quotas/report-usage.ts';
import { currencyOfCosts } from '#app/services/quotas/token-cost.ts';
import type { Route } from './+types/token-usage-csv';

const SUMS = ['requests', 'promptTokens', 'completionTokens', 'totalTokens'];
const COLUMNS = {
  user: ['userId', 'email', 'monthlyLimit', 'monthlyUsed', 'lastResetDate', ...SUMS],
  day: ['date', ...SUMS],
  model: ['model', ...SUMS],
  feature: ['feature', ...SUMS],
  owner: ['owner', ...SUMS],
};

/** Streams the whole report as it is generated. */
export async function loader({ context, url, request }: Route.LoaderArgs): Promise<Response> {
  const by = await requireAdministratorOfPage(context, url);
  const query = webUsageQuery.parse(Object.fromEntries(url.searchParams));
  const month = query.month ?? monthOf(Date.now());
  const file = { name: `token-usage-${month}-by-${query.by}.csv`, type: 'text/csv' };
  return streamLines(request, file, linesOf(by, query, month));
}

async function* linesOf(by: Administration, query: WebUsageQuery, month: string): AsyncGenerator<string> {
  const columns = currencyOfCosts() ? [...COLUMNS[query.by], 'cost'] : COLUMNS[query.by];
  yield csvLine(columns);
  const all = { ...withDaysInOrder(query), ...periodOfMonth(month), limit: Number.MAX_SAFE_INTEGER };
  for await (const row of streamUsage(by, all)) yield csvLine(columns.map((column) => cellOf(row, column)));
}

const cellOf = (row: UsageRow, column: string) => (row as Record<string, string | number | null>)[column] ?? null;
