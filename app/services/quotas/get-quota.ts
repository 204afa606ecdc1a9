import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { endOfMonth, isCurrentMonth, monthOf, startOfMonth } from '#app/services/quotas/calendar-month.ts';
import { select } from '#db/connection.ts';

/**
 * The contract's quota. Includes only settled tokens; `lastResetDate` is the later of the month's start and a manual
 * reset.
 */
export type Quota = { email: string; monthlyLimit: number; monthlyUsed: number; lastResetDate: string };
/** `reserved` are tokens of running calls; `resetsAt` is the start of the next month. */
export type QuotaDetail = Quota & { userId: string; left: number; reserved: number; resetsAt: string };

export type QuotaRow = {
  userId: string;
  email: string;
  monthlyLimit: number | null;
  month: string | null;
  used: number | null;
  reserved: number | null;
  resetAt: number | null;
};

export const QUOTA_COLUMNS = `users.id AS "userId", users.email, quotas.monthly_limit AS "monthlyLimit", quotas.month,
  quotas.used, quotas.reserved, quotas.reset_at AS "resetAt"`;
export const QUOTA_FROM = 'FROM users LEFT JOIN quotas ON quotas.user_id = users.id';

/** Returns an account's limit and usage of the current month. Throws `userNotFound`. */
export async function getQuota(userId: string): Promise<QuotaDetail> {
  const [row] = await select<QuotaRow>(`SELECT ${QUOTA_COLUMNS} ${QUOTA_FROM} WHERE users.id = $userId`, { userId });
  if (!row) throw new AppError('userNotFound');
  return toQuota(row, Date.now());
}

export function toQuota<Email>(row: Omit<QuotaRow, 'email'> & { email: Email }, now: number) {
  // If the clock was set back a little, the later month remains.
  const month = row.month && isCurrentMonth(row.month, now) ? row.month : monthOf(now);
  const monthlyLimit = Number(row.monthlyLimit ?? config().aiMonthlyLimit);
  const monthlyUsed = row.month === month ? Number(row.used ?? 0) : 0;
  const reserved = Number(row.reserved ?? 0);
  const lastReset = Math.max(startOfMonth(month), row.resetAt ?? 0);
  return {
    userId: row.userId,
    email: row.email,
    monthlyLimit,
    monthlyUsed,
    lastResetDate: new Date(lastReset).toISOString(),
    reserved,
    left: Math.max(0, monthlyLimit - monthlyUsed - reserved),
    resetsAt: new Date(endOfMonth(month)).toISOString(),
  };
}
