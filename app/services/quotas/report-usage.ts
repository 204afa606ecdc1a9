import { offsetOf } from '#app/schemas/paging.ts';
import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { endOfMonth, startOfMonth } from '#app/services/quotas/calendar-month.ts';
import { type QuotaRow, toQuota } from '#app/services/quotas/get-quota.ts';
import { currencyOfCosts, toUnits } from '#app/services/quotas/token-cost.ts';
import { questionOf, totalsQuestion, type UsageQuestion } from '#app/services/quotas/usage-questions.ts';
import { selectStale } from '#db/connection.ts';
import { openSnapshot } from '#db/snapshot.ts';

/** `cost` in units of the currency; absent if no model has a price. */
export type Totals = {
  requests: number;
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  cost?: number;
};
/** Usage by user, with the current quota. A purged account has its id as `userId`, null as `email` and no quota: 0. */
export type UserUsage = Totals & {
  userId: string;
  email: string | null;
  monthlyLimit: number;
  monthlyUsed: number;
  lastResetDate: string;
};
/** `owner` is the address of the owner of the call's document; null without a document or if it was deleted. */
export type UsageRow = Totals &
  (
    | Omit<UserUsage, keyof Totals>
    | { date: string }
    | { model: string }
    | { feature: string }
    | { owner: string | null }
  );
/** `currency` of costs; absent if no model has a price. */
export type UsageReport = {
  items: UsageRow[];
  total: number;
  page: number;
  limit: number;
  totals: Totals;
  currency?: string;
};

type Query = UsageQuestion & { page: number; limit: number };

export const periodOfMonth = (month: string) => ({ from: startOfMonth(month), to: endOfMonth(month) });

/**
 * Returns a page of token usage and the overall totals. By user, accounts without usage are included, and purged ones
 * with usage. Throws `permissionDenied`.
 */
export async function reportUsage(by: Administration, query: Query): Promise<UsageReport> {
  requireAdministrator(by);
  const { page, limit } = query;
  const { rows, count } = questionOf(query);
  const items = await selectStale<Found>(`${rows.sql} LIMIT ${limit} OFFSET ${offsetOf({ page, limit })}`, rows.bind);
  const [counted] = await selectStale<{ total: number }>(count.sql, count.bind);
  const { sql, bind } = totalsQuestion(query);
  const [totals] = await selectStale<Totals>(sql, bind);
  const total = Number(counted?.total ?? 0);
  const currency = currencyOfCosts();
  const report = { items: items.map((row) => toRow(query.by, row)), total, page, limit, totals: numbers(totals!) };
  return currency ? { ...report, currency } : report;
}

/**
 * Streams the first `limit` rows of the same report from one snapshot, one in memory at a time. Throws
 * `permissionDenied`.
 */
export async function* streamUsage(by: Administration, query: Omit<Query, 'page'>): AsyncGenerator<UsageRow> {
  requireAdministrator(by);
  const { sql, bind } = questionOf(query).rows;
  const snapshot = await openSnapshot();
  try {
    for await (const row of snapshot.rows<Found>(`${sql} LIMIT ${query.limit}`, bind)) yield toRow(query.by, row);
  } finally {
    await snapshot.close();
  }
}

/** A row by user includes the quota; other rows have the group's name. */
type Found = Totals & Omit<QuotaRow, 'email'> & { email: string | null } & { name: string | number | null };

function toRow(by: UsageQuestion['by'], row: Found): UsageRow {
  if (by === 'user') {
    const { userId, monthlyLimit, monthlyUsed, lastResetDate } = toQuota(row, Date.now());
    return { userId, email: row.email, monthlyLimit, monthlyUsed, lastResetDate, ...numbers(row) };
  }
  const name = by === 'day' ? new Date(Number(row.name) * 86_400_000).toISOString().slice(0, 10) : row.name || null;
  return { [by === 'day' ? 'date' : by]: name, ...numbers(row) } as UsageRow;
}

const QUOTA_COLUMNS = ['userId', 'email', 'monthlyLimit', 'monthlyUsed', 'lastResetDate'];
const NOTHING: Totals = { requests: 0, promptTokens: 0, completionTokens: 0, totalTokens: 0, cost: 0 };

/** Returns the names of a usage row's fields, in their order. */
export const usageColumns = (by: UsageQuestion['by']): string[] => [
  ...(by === 'user' ? QUOTA_COLUMNS : [by === 'day' ? 'date' : by]),
  ...Object.keys(numbers(NOTHING)),
];

function numbers({ requests, promptTokens, completionTokens, totalTokens, cost }: Totals): Totals {
  return {
    requests: Number(requests),
    promptTokens: Number(promptTokens),
    completionTokens: Number(completionTokens),
    totalTokens: Number(totalTokens),
    ...(currencyOfCosts() ? { cost: toUnits(Number(cost)) } : {}),
  };
}
