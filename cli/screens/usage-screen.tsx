import type { TFunction } from 'i18next';
import { Box, Text, useApp, useInput, useWindowSize } from 'ink';
import { type Dispatch, type SetStateAction, useState } from 'react';
import type { UsageReport, UsageRow } from '#app/services/quotas/report-usage.ts';
import { linesOf } from '#cli/screens/usage-lines.ts';
import { type Account, press, type UsageView } from '#cli/screens/usage-view.ts';
import { keysOf, summaryOf, titleOf } from '#cli/screens/usage-words.ts';
import { PAGE_ROWS, type UsageSource, useReport } from '#cli/screens/use-report.ts';
import { useSuspendKey } from '#cli/screens/use-suspend-key.ts';

type Props = {
  t: TFunction;
  source: UsageSource;
  start: UsageView;
  /** Milliseconds between refreshes; null to refresh only on request. */
  refreshEvery: number | null;
  isColoured: boolean;
};

/** Title, sums, a blank line, the keys, and the last row, which stays empty. */
const CHROME_ROWS = 5;
/** In a low window the rows come before sums and blank line. */
const LOW_ROWS = 8;
const LOW_CHROME_ROWS = 3;

/** Renders `arbor usage report` and `watch` on a terminal. */
export function UsageScreen({ t, source, start, refreshEvery, isColoured }: Props) {
  const { columns, rows: height } = useWindowSize();
  const [view, setView] = useState(start);
  const { report, fault, lookAgain } = useReport(source, view, refreshEvery);
  const isLow = height < LOW_ROWS;
  const hasSummary = !isLow || view.isTyping || fault !== null;
  const lowChrome = LOW_CHROME_ROWS + (hasSummary ? 1 : 0);
  const visible = Math.max(1, height - (isLow ? lowChrome : CHROME_ROWS));
  const reset = async (userId: string) => {
    // The question ends first: a second answer would reset again, and later keys would be undone.
    setView((now) => ({ ...now, asks: null }));
    await source.reset(userId);
    lookAgain();
  };
  useKeys({ view, setView, report, pageSize: visible, reset });

  const leaf = isColoured ? { color: 'green' } : {};
  const faint = isColoured ? { dimColor: true } : {};
  return (
    <Box flexDirection="column" height={height - 1}>
      <Text wrap="truncate" bold={isColoured} {...leaf}>
        {titleOf(view, t)}
      </Text>
      {hasSummary && (
        <Text wrap="truncate" {...faint}>
          {fault ?? summaryOf(view, report, t)}
        </Text>
      )}
      <Box flexDirection="column" flexGrow={1} marginTop={isLow ? 0 : 1} overflow="hidden">
        <Rows items={report?.items ?? []} selected={view.selected % PAGE_ROWS} {...{ columns, visible, isColoured }} />
        {report?.items.length === 0 && <Text {...faint}>{`  ${t('cli.screen.nothing')}`}</Text>}
      </Box>
      <Text wrap="truncate" {...(view.asks ? {} : faint)}>
        {keysOf(view, columns, t)}
      </Text>
    </Box>
  );
}

type Keys = {
  view: UsageView;
  setView: Dispatch<SetStateAction<UsageView>>;
  report: UsageReport | null;
  pageSize: number;
  reset: (userId: string) => Promise<void>;
};

function useKeys({ view, setView, report, pageSize, reset }: Keys): void {
  const { exit } = useApp();
  useSuspendKey();
  useInput((input, key) => {
    const next = press(
      view,
      { input, key },
      {
        total: report?.total ?? 0,
        pageSize,
        current: accountOf(report?.items[view.selected % PAGE_ROWS]),
        thisMonth: new Date().toISOString().slice(0, 7),
      },
    );
    if (next === 'quit') exit();
    else if (next === 'reset') reset(view.asks!.userId).catch(exit);
    else setView(next);
  });
}

type RowsProps = { items: UsageRow[]; selected: number; columns: number; visible: number; isColoured: boolean };

/** Shows as many rows as fit, including the selected one. */
function Rows({ items, selected, columns, visible, isColoured }: RowsProps) {
  const first = Math.max(0, Math.min(selected - Math.floor(visible / 2), items.length - visible));
  const leaf = isColoured ? { color: 'green' } : {};
  const over = isColoured ? { color: 'yellow' } : {};
  const lines = linesOf(items, columns - 2).slice(first, first + visible);
  return lines.map((line, index) => {
    const isSelected = first + index === selected;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
      <Text key={index} wrap="truncate">
        <Text {...leaf}>{isSelected ? '▸ ' : '  '}</Text>
        <Text bold={isColoured && isSelected}>{line.name}</Text>
        <Text dimColor={isColoured && !line.isOver}>{line.numbers}</Text>
        <Text {...(line.isOver ? over : leaf)}>{line.bar}</Text>
      </Text>
    );
  });
}

function accountOf(row: UsageRow | undefined): Account | null {
  return row && 'userId' in row && row.email !== null ? { userId: row.userId, email: row.email } : null;
}
