import type { TFunction } from 'i18next';
import type { Overview, Shown, ShownProcess } from '#app/services/maintenance/processes/process-watch.ts';
import { textWidth } from '#cli/output/text-width.ts';
import { right, sized } from '#cli/screens/draw.ts';

/** A line about a process. */
export type TopLine = { text: string; state: 'head' | 'here' | 'slow' | 'away' };

const MIB = 1024 * 1024;
/** Delays of the event loop above this hold every request. */
const SLOW_LOOP_MS = 100;
const NAME_LEAST = 8;
const NAME_MIN = 14;
const NAME_MAX = 32;
const GAP = 2;
/** Rows that totals leave to processes on a low screen: the head, one process, and how many more there are. */
const PROCESS_ROWS = 3;

const number = (value: number | null, digits = 0) => (value === null ? '–' : value.toFixed(value >= 100 ? 0 : digits));
const ms = (value: number | null) =>
  value === null ? '–' : value >= 10_000 ? `${Math.round(value / 1000)}s` : number(value, value < 10 ? 1 : 0);
const share = (used: number | null, max: number | null) => (used === null ? '–' : `${used}/${max}`);

type Column = { key: ColumnKey; width: number; text: (shown: Shown) => string };
type ColumnKey =
  | 'requests'
  | 'p99'
  | 'loop'
  | 'memory'
  | 'errors'
  | 'cpu'
  | 'p50'
  | 'statements'
  | 'slow'
  | 'pool'
  | 'live'
  | 'ai';

/** Columns in their order on the screen. */
const COLUMNS: Column[] = [
  { key: 'requests', width: 7, text: ({ requestsPerSecond }) => number(requestsPerSecond, 1) },
  { key: 'errors', width: 7, text: ({ errorsPerSecond }) => number(errorsPerSecond, 1) },
  { key: 'p50', width: 6, text: ({ p50Ms }) => ms(p50Ms) },
  { key: 'p99', width: 6, text: ({ p99Ms }) => ms(p99Ms) },
  { key: 'loop', width: 6, text: ({ loopDelayMs }) => ms(loopDelayMs) },
  { key: 'cpu', width: 5, text: ({ cpuPercent }) => number(cpuPercent) },
  { key: 'memory', width: 6, text: ({ rssBytes }) => number(rssBytes / MIB) },
  { key: 'statements', width: 7, text: ({ statementsPerSecond }) => number(statementsPerSecond, 1) },
  { key: 'slow', width: 5, text: ({ slowStatements }) => number(slowStatements) },
  { key: 'pool', width: 7, text: ({ connectionsUsed, connectionsMax }) => share(connectionsUsed, connectionsMax) },
  { key: 'live', width: 9, text: ({ liveDocuments, liveConnections }) => `${liveDocuments}/${liveConnections}` },
  { key: 'ai', width: 4, text: ({ aiRunning }) => String(aiRunning) },
];
/** Columns by importance. A narrow screen shows the first ones that fit. */
const BY_WORTH: ColumnKey[] = [
  'requests',
  'p99',
  'loop',
  'memory',
  'errors',
  'cpu',
  'p50',
  'statements',
  'pool',
  'live',
  'slow',
  'ai',
];

/** Draws a table of processes, with as many columns as fit. */
export function processLines(view: Overview, columns: number, t: TFunction): TopLine[] {
  if (view.processes.length === 0) return [{ text: t('cli.top.none'), state: 'away' }];
  const named = COLUMNS.map((column) => {
    const head = t(`cli.top.columns.${column.key}`);
    return { ...column, head, width: Math.max(column.width, textWidth(head)) };
  });
  const longest = Math.max(...[t('cli.top.columns.process'), ...view.processes.map(({ name }) => name)].map(textWidth));
  const least = Math.min(NAME_MIN, longest);
  let room = columns - least;
  const kept = new Set<ColumnKey>();
  for (const key of BY_WORTH) {
    const { width } = named.find((column) => column.key === key)!;
    if (room < width + GAP) break;
    room -= width + GAP;
    kept.add(key);
  }
  const fitting = named.filter(({ key }) => kept.has(key));
  const nameWidth = Math.min(least + room, NAME_MAX, longest);
  const line = (name: string, cells: string[]) =>
    sized(name, nameWidth) + cells.map((cell, at) => right(cell, fitting[at]!.width + GAP)).join('');
  const head = line(
    t('cli.top.columns.process'),
    fitting.map((column) => column.head),
  );
  return [
    { text: head, state: 'head' },
    ...view.processes.map((each): TopLine => {
      const away = awayText(each, t);
      if (away) {
        const width = Math.min(nameWidth, Math.max(NAME_LEAST, columns - textWidth(away) - GAP));
        return {
          text: sized(`${sized(shortName(each.name, width), width)}  ${away}`, columns).trimEnd(),
          state: 'away',
        };
      }
      const text = line(
        shortName(each.name, nameWidth),
        fitting.map((column) => column.text(each)),
      );
      return { text, state: (each.loopDelayMs ?? 0) > SLOW_LOOP_MS ? 'slow' : 'here' };
    }),
  ];
}

/** Shortens the host of `host:pid`, as the number tells processes of a machine apart. */
function shortName(name: string, width: number): string {
  if (textWidth(name) <= width) return name;
  const pid = name.slice(name.lastIndexOf(':'));
  return sized(name.slice(0, -pid.length), Math.max(1, width - pid.length)).trimEnd() + pid;
}

const awayText = ({ awaySeconds }: ShownProcess, t: TFunction) =>
  awaySeconds === null ? null : t('cli.top.away', { seconds: awaySeconds });

/** Draws the sums of all processes, wrapped between parts to the width of the screen. */
export function totalLines(view: Overview, columns: number, t: TFunction): string[] {
  const { total, processes } = view;
  const jobs = [...new Set(processes.flatMap((each) => each.jobs))];
  const parts: string[][] = [
    [
      t('cli.top.requests', { rate: number(total.requestsPerSecond, 1) }),
      t('cli.top.errors', { rate: number(total.errorsPerSecond, 1) }),
      `p50 ${ms(total.p50Ms)} ms`,
      `p99 ${ms(total.p99Ms)} ms`,
    ],
    [
      t('cli.top.statements', { database: view.database, rate: number(total.statementsPerSecond, 1) }),
      t('cli.top.slow', { number: number(total.slowStatements) }),
      ...(total.connectionsMax === null
        ? []
        : [
            t('cli.top.pool', {
              used: total.connectionsUsed,
              max: total.connectionsMax,
              waiting: total.connectionsWaiting,
            }),
          ]),
      ...(total.unavailable ? [t('cli.top.unavailable', { number: total.unavailable })] : []),
    ],
    [
      t('cli.top.mails', { number: view.mailsWaiting }),
      ...(view.mailsWaiting > 0 ? [t('cli.top.oldest', { seconds: Math.round(view.mailsOldestSeconds) })] : []),
      t('cli.top.jobs', { names: jobs.join(', ') || '–' }),
      t('cli.top.live', { documents: total.liveDocuments, connections: total.liveConnections }),
      t('cli.top.ai', { running: total.aiRunning, rate: number(total.aiCallsPerMinute) }),
    ],
  ];
  return parts.flatMap((each) => wrapped(each, columns));
}

/** Cuts both lists to so many rows, one of them empty between the two. Totals go first. */
export function fitLines(totals: string[], processes: TopLine[], rows: number, t: TFunction) {
  const kept = totals.slice(0, Math.max(0, rows - 1 - Math.min(processes.length, PROCESS_ROWS)));
  const room = rows - (kept.length > 0 ? kept.length + 1 : 0);
  return { totals: kept, processes: shortened(processes, room, t) };
}

/** Returns as many lines as fit; the last one tells how many do not. */
function shortened(lines: TopLine[], room: number, t: TFunction): TopLine[] {
  if (lines.length <= room || room < 2) return lines.slice(0, room);
  const kept = lines.slice(0, room - 1);
  return [...kept, { text: t('cli.top.more', { count: lines.length - kept.length }), state: 'head' }];
}

/** Joins parts with a wide gap into lines of at most `width` cells. */
function wrapped(parts: string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(last) + 3 + textWidth(part) <= width)
      lines[lines.length - 1] = `${last}   ${part}`;
    else lines.push(textWidth(part) > width ? sized(part, width) : part);
  }
  return lines;
}
