import type { TFunction } from 'i18next';
import type { UsageReport } from '#app/services/quotas/report-usage.ts';
import { textWidth } from '#cli/output/text-width.ts';
import { grouped, joined, sized } from '#cli/screens/draw.ts';
import type { UsageView } from '#cli/screens/usage-view.ts';

export function titleOf({ month, inside }: UsageView, t: TFunction): string {
  const name = inside?.email ?? t('cli.screen.title');
  return month ? `${name} · ${month}` : name;
}

export function summaryOf(view: UsageView, report: UsageReport | null, t: TFunction): string {
  const { sort, by, filter, isTyping, inside } = view;
  // The days of one person are not filtered.
  if (isTyping || (filter && !inside))
    return t('phrase.labelled', { label: t('cli.screen.filter'), value: `${filter}${isTyping ? '▏' : ''}` });
  if (!report) return t('cli.screen.loading');
  const { requests, totalTokens } = report.totals;
  const sums = t('cli.screen.sums', { requests: grouped(requests), tokens: grouped(totalTokens) });
  return by === 'day' || inside ? sums : `${sums} · ${t(`cli.screen.sorts.${sort}`)}`;
}

/** Returns the last line: the pending question, else the keys that fit. */
export function keysOf({ asks, isTyping, inside, by, month }: UsageView, width: number, t: TFunction): string {
  if (asks) return questionOf(asks.email, width, t);
  const month_ = month ? [t('cli.screen.keys.month')] : [];
  if (isTyping) return joined([t('cli.screen.keys.keep'), t('cli.screen.keys.clear')], width);
  if (inside) return joined([t('cli.screen.keys.back'), t('cli.screen.keys.quit'), ...month_], width);
  const people =
    by === 'user' ? [t('cli.screen.keys.days'), t('cli.screen.keys.filter'), t('cli.screen.keys.reset')] : [];
  return joined(
    [t('cli.screen.keys.quit'), ...month_, t('cli.screen.keys.sort'), ...people, t('cli.screen.keys.move')],
    width,
  );
}

/** On a narrow terminal, truncates the address rather than the answers. */
function questionOf(email: string, width: number, t: TFunction): string {
  const room = Math.max(6, width - textWidth(t('cli.screen.ask', { email: '' })));
  return t('cli.screen.ask', { email: sized(email, room).trimEnd() });
}
