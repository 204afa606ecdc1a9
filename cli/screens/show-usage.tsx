import type { TFunction } from 'i18next';
import { render } from 'ink';
import { withDaysInOrder } from '#app/schemas/usage.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { resetQuotas } from '#app/services/quotas/change-quota.ts';
import { periodOfMonth, reportUsage } from '#app/services/quotas/report-usage.ts';
import { UsageScreen } from '#cli/screens/usage-screen.tsx';
import type { UsageView } from '#cli/screens/usage-view.ts';
import { PAGE_ROWS, type UsageSource } from '#cli/screens/use-report.ts';

type Show = {
  t: TFunction;
  view: Pick<UsageView, 'month' | 'by' | 'sort'>;
  period: { from: number; to: number };
  userId: string | undefined;
  limit: number;
  refreshEvery: number | null;
};

/** Shows the report until the user quits. Rejects with the error of a failed change. */
export async function showUsage({ t, view, period, userId, limit, refreshEvery }: Show): Promise<void> {
  const source: UsageSource = {
    load: async (at, page) => {
      const { inside, sort } = at;
      const report = await reportUsage(OPERATOR, {
        ...(at.month ? periodOfMonth(at.month) : period),
        ...withDaysInOrder({ by: inside ? 'day' : at.by, sort, order: sort === 'email' ? 'asc' : 'desc' }),
        keyword: inside ? '' : at.filter,
        page,
        limit: PAGE_ROWS,
        userId: inside?.userId ?? userId,
      });
      const total = Math.min(report.total, limit);
      return { ...report, total, items: report.items.slice(0, Math.max(0, total - (page - 1) * PAGE_ROWS)) };
    },
    reset: (id) => resetQuotas(OPERATOR, [id]),
  };
  const start: UsageView = { ...view, filter: '', isTyping: false, selected: 0, inside: null, asks: null };
  const isColoured = !process.env.NO_COLOR;
  const screen = render(
    <UsageScreen t={t} source={source} start={start} refreshEvery={refreshEvery} isColoured={isColoured} />,
    { alternateScreen: true, interactive: true },
  );
  await screen.waitUntilExit();
}
