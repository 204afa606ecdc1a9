import { type Administration, requireAdministrator } from '#app/services/access/administrator.ts';
import { type QuotaRow, toQuota } from '#app/services/quotas/get-quota.ts';
import { endOfMonth, startOfMonth } from '#app/services/quotas/month.ts';
import { questionOf, totalsQuestion, type UsageQuestion } from '#app/services/quotas/usage-questions.ts';
import { select } from '#db/connection.ts';
import { openSnapshot } from '#db/snapshot.ts';

export type Totals = { requests: number; promptTokens: number; completionTokens: number; totalTokens: number };
/** By user: with the allowance as it is now. `userId` and `email` of a purged account: its id and null. */
export type UserUsage = Totals & {
  userId: string;
  email: string | null;
  monthlyLimit: number;
  monthlyUsed: number;
  lastResetDate: string;
};
/** `owner`: the address of whose document it was about; null where it was about none, or one that is gone. */
export type UsageRow = Totals &
  (
    | Omit<UserUsage, keyof Totals>
    | { date: string }
    | { model: string }
    | { feature: string }
    | { owner: string | null }
  );
export type UsageReport = { items: UsageRow[]; total: number; page: number; limit: number; totals: Totals };

type Query = UsageQuestion & { page: number; limit: number };

export const periodOfMonth = (month: string) => ({ from: startOfMonth(month), to: endOfMonth(month) });

/**
 * Where tokens went, a page of it and the totals of all; by user everyone is listed, also who used nothing. Throws
 * `permissionDenied`.
 */
export async function reportUsage(by: Administration, query: Query): Promise<UsageReport> {
  requireAdministrator(by);
  const { page, limit } = query;
  const { rows, count } = questionOf(query);
  const items = await select<Found>(`${rows.sql} LIMIT ${limit} OFFSET ${(page - 1) * limit}`, rows.bind);
  const [counted] = await select<{ total: number }>(count.sql, count.bind);
  const { sql, bind } = totalsQuestion(query);
  const [totals] = await select<Totals>(sql, bind);
  const total = Number(counted?.total ?? 0);
  return { items: items.map((row) => toRow(query.by, row)), total, page, limit, totals: numbers(totals!) };
}

/**
 * The rows of the same report from the first to the `limit`th, all as they were when the first was read, one in memory
 * at a time. Throws `permissionDenied`.
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

/** By user a quota beside the sums, else what they are the sums of. */
type Found = Totals & QuotaRow & { name: string | number | null };

function toRow(by: UsageQuestion['by'], row: Found): UsageRow {
  if (by === 'user') {
    const { userId, email, monthlyLimit, monthlyUsed, lastResetDate } = toQuota(row, Date.now());
    return { userId, email, monthlyLimit, monthlyUsed, lastResetDate, ...numbers(row) };
  }
  const name = by === 'day' ? new Date(Number(row.name) * 86_400_000).toISOString().slice(0, 10) : row.name || null;
  return { [by === 'day' ? 'date' : by]: name, ...numbers(row) } as UsageRow;
}

function numbers({ requests, promptTokens, completionTokens, totalTokens }: Totals): Totals {
  return {
    requests: Number(requests),
    promptTokens: Number(promptTokens),
    completionTokens: Number(completionTokens),
    totalTokens: Number(totalTokens),
  };
}
