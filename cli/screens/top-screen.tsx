import type { TFunction } from 'i18next';
import { Box, Text, useApp, useInput, useWindowSize } from 'ink';
import { useEffect, useState } from 'react';
import type { Overview } from '#app/services/maintenance/processes/process-watch.ts';
import { printable } from '#cli/output/printable.ts';
import { fitLines, processLines, type TopLine, totalLines } from '#cli/screens/top-lines.ts';
import { useSuspendKey } from '#cli/screens/use-suspend-key.ts';

type Props = {
  t: TFunction;
  look: () => Promise<Overview>;
  /** Returns the line for a failed poll. */
  faultOf: (error: unknown) => string;
  refreshEvery: number;
  isColoured: boolean;
};

/** The title, the keys and the last row, which stays empty. */
const CHROME_ROWS = 3;

/** Renders `arbor top` on a terminal. */
export function TopScreen({ t, look, faultOf, refreshEvery, isColoured }: Props) {
  const { columns, rows: height } = useWindowSize();
  const { exit } = useApp();
  const { view, at, fault } = useLooks(look, faultOf, refreshEvery);
  useSuspendKey();
  useInput((input, key) => {
    if (input === 'q' || key.escape) exit();
  });
  const faint = isColoured ? { dimColor: true } : {};
  const leaf = isColoured ? { color: 'green', bold: true } : {};
  const over = isColoured ? { color: 'yellow' } : {};
  const rows = Math.max(1, height - CHROME_ROWS - (fault ? 1 : 0));
  const { totals, processes } = view
    ? fitLines(totalLines(view, columns, t), processLines(view, columns, t), rows, t)
    : { totals: [], processes: [] };
  return (
    <Box flexDirection="column" height={height - 1}>
      <Text wrap="truncate">
        <Text {...leaf}>{t('cli.top.title', { count: view?.processes.length ?? 0 })}</Text>
        <Text {...faint}>{at ? `  ${at}` : `  ${t('cli.screen.loading')}`}</Text>
      </Text>
      {fault && (
        <Text wrap="truncate" {...over}>
          {fault}
        </Text>
      )}
      <Box flexDirection="column" flexGrow={1} overflow="hidden">
        <Lines lines={totals.map((text) => ({ text, state: 'here' }))} isColoured={isColoured} />
        <Box marginTop={totals.length > 0 ? 1 : 0} flexDirection="column">
          <Lines lines={processes} isColoured={isColoured} />
        </Box>
      </Box>
      <Text wrap="truncate" {...faint}>
        {t('cli.screen.keys.quit')}
      </Text>
    </Box>
  );
}

function Lines({ lines, isColoured }: { lines: TopLine[]; isColoured: boolean }) {
  const styles = { head: { dimColor: true }, here: {}, slow: { color: 'yellow' }, away: { color: 'red' } };
  return lines.map(({ text, state }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
    <Text key={index} wrap="truncate" {...(isColoured ? styles[state] : {})}>
      {text}
    </Text>
  ));
}

/** Polls at an interval, one poll at a time. The last view stays while the database is unavailable. */
function useLooks(look: () => Promise<Overview>, faultOf: (error: unknown) => string, refreshEvery: number) {
  const [shown, setShown] = useState<{ view: Overview | null; at: string; fault: string | null }>({
    view: null,
    at: '',
    fault: null,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source stays the same
  useEffect(() => {
    let timer: NodeJS.Timeout;
    let hasLeft = false;
    const again = async () => {
      try {
        const view = await look();
        setShown({ view, at: new Date().toTimeString().slice(0, 8), fault: null });
      } catch (error) {
        const fault = printable(faultOf(error).split('\n')[0]!);
        setShown((before) => ({ ...before, fault }));
      }
      if (!hasLeft) timer = setTimeout(again, refreshEvery);
    };
    void again();
    return () => {
      hasLeft = true;
      clearTimeout(timer);
    };
  }, []);
  return shown;
}
