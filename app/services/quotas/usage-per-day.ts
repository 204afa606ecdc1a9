import { DAYS_IN_ORDER } from '#app/schemas/usage.ts';
import type { Administration } from '#app/services/access/administrator.ts';
import { DAY_MS } from '#app/services/day.ts';
import { endOfMonth, startOfMonth } from '#app/services/quotas/calendar-month.ts';
import { periodOfMonth, reportUsage, type Totals } from '#app/services/quotas/report-usage.ts';

/** `date` as `YYYY-MM-DD`. */
export type DayUsage = { date: string; requests: number; totalTokens: number };

/** Returns every day of a month (UTC), including days without usage. Throws `permissionDenied`. */
export async function usagePerDay(by: Administration, month: string): Promise<DayUsage[]> {
  const query = { by: 'day', ...DAYS_IN_ORDER, keyword: '', page: 1, limit: 31, month } as const;
  const { items } = await reportUsage(by, { ...query, ...periodOfMonth(month) });
  const known = new Map((items as (Totals & { date: string })[]).map((item) => [item.date, item]));
  const days: DayUsage[] = [];
  for (let at = startOfMonth(month); at < endOfMonth(month); at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    const { requests = 0, totalTokens = 0 } = known.get(date) ?? {};
    days.push({ date, requests, totalTokens });
  }
  return days;
}
