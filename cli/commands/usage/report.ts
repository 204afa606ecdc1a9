import { type UsageQuery, usageQuery } from '#app/schemas/usage.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { getAccounts } from '#app/services/accounts/get-accounts.ts';
import { DAY_MS } from '#app/services/day.ts';
import { monthOf } from '#app/services/quotas/calendar-month.ts';
import { periodOfMonth, streamUsage, type UsageRow, usageColumns } from '#app/services/quotas/report-usage.ts';
import { UsageError } from '#cli/exit.ts';
import type { Format } from '#cli/output/rows.ts';
import { streamRows } from '#cli/output/stream-rows.ts';
import { readableUsage, usageRow } from '#cli/output/usage.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = Pick<UsageQuery, 'by'> & {
  /** By default the order of time for days, and tokens for others. */
  sort?: UsageQuery['sort'];
  month?: string;
  from?: string;
  to?: string;
  user?: string;
  limit?: number;
  format?: Format;
};

const WATCH_EVERY_MS = 2000;

/** Shows a live table on a terminal without `--format`; prints rows otherwise. */
export const usageReportCommand = (options: Options) => report(options, null);
export const usageWatchCommand = (options: Options) => report(options, WATCH_EVERY_MS);

async function report(options: Options, refreshEvery: number | null): Promise<void> {
  const { t } = terminal();
  const { by, sort = 'tokens', user, limit = Number.MAX_SAFE_INTEGER } = options;
  const period = periodOf(options);
  const isSeen = process.stdout.isTTY && process.stdin.isTTY && process.env.TERM !== 'dumb';
  await withServices(async () => {
    const [account] = user === undefined ? [] : await getAccounts(OPERATOR, [user]);
    const whose = { period, userId: account?.id, limit };
    if (!isSeen || options.format) return printReport(options, whose);
    const { showUsage } = await import('#cli/screens/show-usage.tsx');
    const month = options.from === undefined ? (options.month ?? monthOf(Date.now())) : null;
    return showUsage({ t, view: { month, by, sort }, ...whose, refreshEvery });
  });
}

type Whose = { period: { from: number; to: number }; userId: string | undefined; limit: number };

async function printReport(
  { by, format = 'table', ...options }: Options,
  { period, userId, limit }: Whose,
): Promise<void> {
  const { t, say } = terminal();
  const totals = { requests: 0, tokens: 0 };
  const added = (item: UsageRow) => {
    totals.requests += item.requests;
    totals.tokens += item.totalTokens;
    return item;
  };
  const { sort } = usageQuery.parse({ by, sort: options.sort });
  const rows = streamUsage(OPERATOR, {
    ...period,
    by,
    sort,
    order: sort === 'email' ? 'asc' : 'desc',
    limit,
    keyword: '',
    userId,
  });
  const count = await streamRows(rows, format, {
    row: (item) => usageRow(added(item)),
    readable: (item) => readableUsage(added(item), t),
    columns: usageColumns(by),
  });
  say(t('cli.usage.totals', { count, ...totals }));
}

/**
 * Returns the period from the start of the month or first day to the end of the month or last day, in UTC. Throws
 * UsageError.
 */
function periodOf({ month, from, to }: Options): { from: number; to: number } {
  const { t } = terminal();
  if (from === undefined && to === undefined) return periodOfMonth(month ?? monthOf(Date.now()));
  if (month !== undefined) throw new UsageError(t('cli.usage.monthOrDays'));
  if (from === undefined) throw new UsageError(t('cli.usage.needsFrom'));
  const period = { from: Date.parse(from), to: to === undefined ? Date.now() + 1 : Date.parse(to) + DAY_MS };
  if (period.from >= period.to) throw new UsageError(t('cli.usage.backwards'));
  return period;
}
