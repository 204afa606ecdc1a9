import type { TFunction } from 'i18next';
import { Box, Text, useInput, useWindowSize } from 'ink';
import { useEffect, useState } from 'react';
import { type Counts, progressLines } from '#cli/screens/progress/progress-lines.ts';
import { useSuspendKey } from '#cli/screens/use-suspend-key.ts';

export type ProgressProps = {
  t: TFunction;
  title: string;
  counts: () => Counts;
  /** Called once, when the person has confirmed. */
  onStop: () => void;
  isColoured: boolean;
};

const DRAW_EVERY_MS = 200;

/** Renders what a backup or restore is doing, and stops it after a question. */
export function ProgressScreen({ t, title, counts, onStop, isColoured }: ProgressProps) {
  const { columns } = useWindowSize();
  const [state, setState] = useState<'working' | 'asking' | 'stopping'>('working');
  const elapsed = useElapsed();
  const stop = () => {
    setState('stopping');
    onStop();
  };
  useSuspendKey();
  useInput((input, key) => {
    if (state === 'stopping') return;
    if (key.ctrl && input === 'c') stop();
    else if (state === 'asking' && /^[yY是]$/u.test(input)) stop();
    else if (state === 'asking') setState('working');
    else if (key.escape || input === 'q') setState('asking');
  });
  const keys = {
    working: 'cli.progress.keys',
    asking: 'cli.progress.sure',
    stopping: 'cli.progress.stopping',
  } as const;
  return (
    <Box flexDirection="column">
      <Text wrap="truncate" {...(isColoured ? { color: 'green', bold: true } : {})}>
        {title}
      </Text>
      <Text>{progressLines(counts(), elapsed, columns - 1, t).join('\n')}</Text>
      <Text wrap="truncate" {...(isColoured && state === 'working' ? { dimColor: true } : {})}>
        {t(keys[state])}
      </Text>
    </Box>
  );
}

/** Returns milliseconds since the first drawing; redraws at an interval. */
function useElapsed(): number {
  const [begin] = useState(() => performance.now());
  const [now, setNow] = useState(begin);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), DRAW_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now - begin;
}
