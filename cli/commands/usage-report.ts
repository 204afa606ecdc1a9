import type { UsageQuery } from '#app/schemas/usage.ts';
import { findAccounts } from '#app/services/accounts/find-accounts.ts';
import { OPERATOR } from '#app/services/administration.ts';
import { monthOf } from '#app/services/quotas/month.ts';
import { periodOfMonth } from '#app/services/quotas/report-usage.ts';
import { streamUsage } from '#app/services/quotas/stream-usage.ts';
import { UsageError } from '#cli/exit.ts';
import type { Format } from '#cli/output/rows.ts';
import { streamRows } from '#cli/output/stream-rows.ts';
import { readableUsage, usageRow } from '#cli/output/usage.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = Pick<UsageQuery, 'by' | 'sort'> & {
  month?: string;
  from?: string;
  to?: string;
  user?: string;
  limit?: number;
  format?: Format;
};

const DAY_MS = 86_400_000;

export async function usageReportCommand(options: Options): Promise<void> {
  const { t, say } = terminal();
  const { by, sort, user, limit = Number.MAX_SAFE_INTEGER, format = 'table' } = options;
  const period = periodOf(options);
  const totals = { requests: 0, tokens: 0 };
  const row = (item: Parameters<typeof usageRow>[0]) => {
    totals.requests += item.requests;
    totals.tokens += item.totalTokens;
    return item;
  };
  const count = await withServices(async () => {
    const [account] = user === undefined ? [] : await findAccounts(OPERATOR, [user]);
    const order = sort === 'email' ? ('asc' as const) : ('desc' as const);
    const query = { ...period, by, sort, order, limit, keyword: '', userId: account?.id };
    return streamRows(streamUsage(OPERATOR, query), format, {
      row: (item) => usageRow(row(item)),
      readable: (item) => readableUsage(row(item), t),
    });
  });
  say(t('cli.usage.totals', { count, ...totals }));
}

/** From the month's or the first day's begin to the end of the month or the last day, in UTC. Throws UsageError. */
function periodOf({ month, from, to }: Options): { from: number; to: number } {
  const { t } = terminal();
  if (from === undefined && to === undefined) return periodOfMonth(month ?? monthOf(Date.now()));
  if (month !== undefined) throw new UsageError(t('cli.usage.monthOrDays'));
  if (from === undefined) throw new UsageError(t('cli.usage.needsFrom'));
  const period = { from: Date.parse(from), to: to === undefined ? Date.now() + 1 : Date.parse(to) + DAY_MS };
  if (period.from >= period.to) throw new UsageError(t('cli.usage.backwards'));
  return period;
}
