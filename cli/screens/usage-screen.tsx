import type { TFunction } from 'i18next';
import { Box, Text, useApp, useInput, useWindowSize } from 'ink';
import { useCallback, useEffect, useState } from 'react';
import type { UsageReport, UsageRow } from '#app/services/quotas/report-usage.ts';
import { grouped, joined, sized } from '#cli/screens/draw.ts';
import { linesOf } from '#cli/screens/usage-lines.ts';
import { type Account, press, type UsageView } from '#cli/screens/usage-view.ts';

/** Rows are read a page at a time, the page that is looked at. */
export const PAGE_ROWS = 200;

export type UsageSource = {
  load: (view: UsageView, page: number) => Promise<UsageReport>;
  reset: (userId: string) => Promise<unknown>;
};
type Props = {
  t: TFunction;
  source: UsageSource;
  start: UsageView;
  /** Milliseconds between two looks; null to look when asked to. */
  refreshEvery: number | null;
  isColoured: boolean;
};

const CHROME_ROWS = 5;

/** `arbor usage report` and `watch` on a terminal. */
export function UsageScreen({ t, source, start, refreshEvery, isColoured }: Props) {
  const { exit } = useApp();
  const { columns, rows: height } = useWindowSize();
  const [view, setView] = useState(start);
  const [looks, setLooks] = useState(0);
  const page = Math.floor(view.selected / PAGE_ROWS) + 1;
  const { report, fault } = useReport(source, view, page, looks);
  const visible = Math.max(1, height - CHROME_ROWS);
  const at = view.selected % PAGE_ROWS;
  const first = Math.max(0, Math.min(at - Math.floor(visible / 2), (report?.items.length ?? 0) - visible));

  useEffect(() => {
    if (refreshEvery === null) return;
    const timer = setInterval(() => setLooks((count) => count + 1), refreshEvery);
    return () => clearInterval(timer);
  }, [refreshEvery]);

  useInput((input, key) => {
    const around = {
      total: report?.total ?? 0,
      pageSize: visible,
      current: accountOf(report?.items[at]),
      thisMonth: new Date().toISOString().slice(0, 7),
    };
    const next = press(view, { input, key }, around);
    if (next === 'quit') exit();
    else if (next !== 'reset') setView(next);
    else
      source.reset(view.asks!.userId).then(
        () => {
          setView({ ...view, asks: null });
          setLooks((count) => count + 1);
        },
        (error) => exit(error),
      );
  });

  const leaf = isColoured ? { color: 'green' } : {};
  const faint = isColoured ? { dimColor: true } : {};
  const lines = linesOf(report?.items ?? [], columns - 2).slice(first, first + visible);
  return (
    <Box flexDirection="column" width={columns} height={height - 1}>
      <Text wrap="truncate" bold={isColoured} {...leaf}>
        {titleOf(view, t)}
      </Text>
      <Text wrap="truncate" {...faint}>
        {fault ?? summaryOf(view, report, t)}
      </Text>
      <Box flexDirection="column" flexGrow={1} marginTop={1}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
          <Text key={index} wrap="truncate">
            <Text {...leaf}>{first + index === at ? '▸ ' : '  '}</Text>
            <Text bold={isColoured && first + index === at}>{line.name}</Text>
            <Text {...(line.isOver ? {} : faint)}>{line.numbers}</Text>
            <Text {...(line.isOver && isColoured ? { color: 'yellow' } : leaf)}>{line.bar}</Text>
          </Text>
        ))}
        {report?.items.length === 0 && <Text {...faint}>{`  ${t('cli.screen.nothing')}`}</Text>}
      </Box>
      <Text wrap="truncate" {...(view.asks ? {} : faint)}>
        {view.asks
          ? sized(t('cli.screen.ask', { email: view.asks.email }), columns).trimEnd()
          : keysOf(view, columns, t)}
      </Text>
    </Box>
  );
}

/** The report of a view; what came before stays until the next is there, and a late answer to an old question is left. */
function useReport(source: UsageSource, view: UsageView, page: number, looks: number) {
  const [report, setReport] = useState<UsageReport | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { month, by, sort, filter, inside } = view;
  const question = JSON.stringify([month, by, sort, filter, inside?.userId, page, looks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question names all that is asked
  const load = useCallback(() => source.load(view, page), [question]);
  useEffect(() => {
    let isLate = false;
    load().then(
      (found) => {
        if (isLate) return;
        setReport(found);
        setFault(null);
      },
      (error: Error) => {
        if (!isLate) setFault(error.message);
      },
    );
    return () => {
      isLate = true;
    };
  }, [load]);
  return { report, fault };
}

function accountOf(row: UsageRow | undefined): Account | null {
  return row && 'userId' in row && row.email !== null ? { userId: row.userId, email: row.email } : null;
}

function titleOf({ month, inside }: UsageView, t: TFunction): string {
  const name = inside?.email ?? t('cli.screen.title');
  return month ? `${name} · ${month}` : name;
}

function summaryOf({ sort, by, filter, isTyping }: UsageView, report: UsageReport | null, t: TFunction): string {
  if (isTyping || filter) return `${t('cli.screen.filter')}: ${filter}${isTyping ? '▏' : ''}`;
  if (!report) return t('cli.screen.loading');
  const { requests, totalTokens } = report.totals;
  const sums = t('cli.screen.sums', { requests: grouped(requests), tokens: grouped(totalTokens) });
  return by === 'day' ? sums : `${sums} · ${t(`cli.screen.sorts.${sort}`)}`;
}

function keysOf({ isTyping, inside, by, month }: UsageView, width: number, t: TFunction): string {
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
