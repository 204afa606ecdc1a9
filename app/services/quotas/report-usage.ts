import type { UsageQuery } from '#app/schemas/usage.ts';
import { DELETED_USER_ID } from '#app/services/accounts/deleted-user.ts';
import { type Administration, requireAdministrator } from '#app/services/administration.ts';
import { QUOTA_COLUMNS, type QuotaRow, toQuota } from '#app/services/quotas/get-quota.ts';
import { endOfMonth, startOfMonth } from '#app/services/quotas/month.ts';
import { select } from '#db/connection.ts';

export type Totals = { requests: number; promptTokens: number; completionTokens: number; totalTokens: number };
/** By user: with the allowance as it is now. `userId` and `email` of a purged account: its id and null. */
export type UserUsage = Totals & {
  userId: string;
  email: string | null;
  monthlyLimit: number;
  monthlyUsed: number;
  lastResetDate: string;
};
export type UsageRow = Totals &
  (Omit<UserUsage, keyof Totals> | { date: string } | { model: string } | { feature: string });
export type UsageReport = { items: UsageRow[]; total: number; page: number; limit: number; totals: Totals };

/** From `from` on and before `to`, both in milliseconds; of one account only when `userId` is given. */
type Period = { from: number; to: number };
type Query = UsageQuery & Period & { userId?: string | undefined };

const SUMS = `COUNT(ledger.id) AS requests, COALESCE(SUM(ledger.prompt_tokens), 0) AS "promptTokens",
  COALESCE(SUM(ledger.completion_tokens), 0) AS "completionTokens",
  COALESCE(SUM(ledger.prompt_tokens + ledger.completion_tokens), 0) AS "totalTokens"`;
const IN_PERIOD = `ledger.started_at >= $from AND ledger.started_at < $to AND ledger.status <> 'open'`;
const GROUPS = { day: 'ledger.started_at / 86400000', model: 'ledger.model', feature: 'ledger.feature' } as const;

export const periodOfMonth = (month: string): Period => ({ from: startOfMonth(month), to: endOfMonth(month) });

/**
 * Where tokens went, a page of it and the totals of all; by user everyone is listed, also who used nothing. Throws
 * `permissionDenied`.
 */
export async function reportUsage(by: Administration, query: Query): Promise<UsageReport> {
  requireAdministrator(by);
  const { page, limit } = query;
  const { items, total } = query.by === 'user' ? await byUser(query) : await byGroup(query, GROUPS[query.by]);
  return { items, total, page, limit, totals: await totalsOf(query) };
}

async function totalsOf({ from, to, userId }: Query): Promise<Totals> {
  const who = userId ? 'AND ledger.user_id = $userId' : '';
  const [row] = await select<Totals>(`SELECT ${SUMS} FROM ledger WHERE ${IN_PERIOD} ${who}`, {
    from,
    to,
    ...(userId ? { userId } : {}),
  });
  return numbers(row!);
}

async function byUser({ from, to, userId, keyword, sort, order, page, limit }: Query) {
  const conditions = ['users.id <> $gone'];
  if (userId) conditions.push('users.id = $userId');
  if (keyword) conditions.push("LOWER(users.email) LIKE $keyword ESCAPE '\\'");
  const bind = {
    gone: DELETED_USER_ID,
    ...(userId ? { userId } : {}),
    ...(keyword ? { keyword: `%${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` } : {}),
  };
  const where = conditions.join(' AND ');
  const column = { tokens: '"totalTokens"', requests: 'requests', email: 'users.email' }[sort];
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const rows = await select<QuotaRow & Totals>(
    // The ledger is summed once and then joined: joined row by row it is read again for every account.
    `SELECT ${QUOTA_COLUMNS}, COALESCE(spent.requests, 0) AS requests,
       COALESCE(spent."promptTokens", 0) AS "promptTokens",
       COALESCE(spent."completionTokens", 0) AS "completionTokens",
       COALESCE(spent."totalTokens", 0) AS "totalTokens"
     FROM users LEFT JOIN quotas ON quotas.user_id = users.id
       LEFT JOIN (SELECT ledger.user_id, ${SUMS} FROM ledger WHERE ${IN_PERIOD} GROUP BY ledger.user_id) AS spent
         ON spent.user_id = users.id
     WHERE ${where}
     ORDER BY ${column} ${direction}, users.email LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
    { from, to, ...bind },
  );
  const [count] = await select<{ total: number }>(`SELECT COUNT(*) AS total FROM users WHERE ${where}`, bind);
  return { items: rows.map(toUserUsage), total: Number(count?.total ?? 0) };
}

function toUserUsage(row: QuotaRow & Totals): UserUsage {
  const { userId, email, monthlyLimit, monthlyUsed, lastResetDate } = toQuota(row, Date.now());
  return { userId, email, monthlyLimit, monthlyUsed, lastResetDate, ...numbers(row) };
}

async function byGroup({ from, to, userId, by, sort, order, page, limit }: Query, group: string) {
  const who = userId ? 'AND ledger.user_id = $userId' : '';
  const bind = { from, to, ...(userId ? { userId } : {}) };
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  // Days are read in their order, whatever sorts the rest.
  const column = by === 'day' ? 'name' : { tokens: '"totalTokens"', requests: 'requests', email: 'name' }[sort];
  const rows = await select<Totals & { name: string | number }>(
    `SELECT ${group} AS name, ${SUMS} FROM ledger WHERE ${IN_PERIOD} ${who} GROUP BY ${group}
     ORDER BY ${column} ${by === 'day' ? 'ASC' : direction}, name LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
    bind,
  );
  const [count] = await select<{ total: number }>(
    `SELECT COUNT(DISTINCT ${group}) AS total FROM ledger WHERE ${IN_PERIOD} ${who}`,
    bind,
  );
  const items = rows.map((row) => ({ ...named(by, row.name), ...numbers(row) }) as UsageRow);
  return { items, total: Number(count?.total ?? 0) };
}

const named = (by: UsageQuery['by'], name: string | number) =>
  by === 'day' ? { date: new Date(Number(name) * 86_400_000).toISOString().slice(0, 10) } : { [by]: name };

function numbers({ requests, promptTokens, completionTokens, totalTokens }: Totals): Totals {
  return {
    requests: Number(requests),
    promptTokens: Number(promptTokens),
    completionTokens: Number(completionTokens),
    totalTokens: Number(totalTokens),
  };
}
