import { Readable } from 'node:stream';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { type WebUsageQuery, webUsageQuery, withDaysInOrder } from '#app/schemas/usage.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { requireAdministrator } from '#app/services/access/administrator.ts';
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

/** Characters per write to the connection. */
const CHUNK_CHARACTERS = 32_768;

/** Streams the whole report as it is generated. */
export async function loader({ context, url, request }: Route.LoaderArgs): Promise<Response> {
  const by: Administration = { via: 'web', actor: requireActor(context, url) };
  await orErrorPage((async () => requireAdministrator(by))());
  const query = webUsageQuery.parse(Object.fromEntries(url.searchParams));
  const month = query.month ?? monthOf(Date.now());
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="token-usage-${month}-by-${query.by}.csv"`,
    'Cache-Control': 'no-store',
  };
  const body = request.method === 'HEAD' ? null : Readable.toWeb(Readable.from(linesOf(by, query, month)));
  return new Response(body as BodyInit | null, { headers });
}

async function* linesOf(by: Administration, query: WebUsageQuery, month: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const columns = currencyOfCosts() ? [...COLUMNS[query.by], 'cost'] : COLUMNS[query.by];
  yield encoder.encode(csvLine(columns));
  let lines = '';
  const all = { ...withDaysInOrder(query), ...periodOfMonth(month), limit: Number.MAX_SAFE_INTEGER };
  for await (const row of streamUsage(by, all)) {
    lines += csvLine(columns.map((column) => cellOf(row, column)));
    if (lines.length < CHUNK_CHARACTERS) continue;
    yield encoder.encode(lines);
    lines = '';
  }
  yield encoder.encode(lines);
}

const cellOf = (row: UsageRow, column: string) => (row as Record<string, string | number | null>)[column] ?? null;
