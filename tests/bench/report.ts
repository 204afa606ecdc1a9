import type { Database, Outcome } from '#tests/bench/bench.ts';
import type { CliFound } from '#tests/bench/cli.ts';
import type { FilesFound } from '#tests/bench/files.ts';
import { type Goal, goalTexts } from '#tests/bench/goals/goal.ts';
import type { PagesFound } from '#tests/bench/goals/pages.ts';
import type { GrowthFound } from '#tests/bench/growth.ts';
import type { LiveFound } from '#tests/bench/live.ts';
import type { Key } from '#tests/bench/operations.ts';
import { MANY, type Measured, ratio, typical } from '#tests/bench/rounds.ts';
import type { TransferFound } from '#tests/bench/transfer.ts';

type Row = { name: string; measured: Measured; baseline: Measured | null };

/** Names the database in goals measured on both. */
export const ofDatabase = (goals: Goal[], database: Database): Goal[] =>
  database === 'sqlite' ? goals : goals.map((goal) => ({ ...goal, name: `${goal.name}, PostgreSQL` }));

/** Formats the results of one part with its goals. */
export function outcomeToText({ text, goals }: Outcome): string {
  return goals.length === 0 ? `${text}\n` : `${text}\n\n${aligned(goals.map(goalCells))}\n`;
}

/** Figures of the operations, as printed with `--json`. */
export function pagesToJson(found: PagesFound, names: Map<Key, string>): object {
  const operations = rows(found, names).map(({ name, measured, baseline }) => ({
    name,
    one: typical(measured.one),
    many: typical(measured.many),
    rateToBaseline: baseline && ratio(measured.many, baseline.many, 'perSecond'),
    p50ToBaseline: baseline && ratio(measured.one, baseline.one, 'p50'),
  }));
  return { operations, firstViewMs: found.firstViewMs };
}

/** Table of the operations. */
export function pagesToText(found: PagesFound, names: Map<Key, string>): string {
  const head = ['', 'req/s @1', 'p50 ms', 'p99 ms', `req/s @${MANY}`, 'p50 ms', 'p99 ms', 'req/s ÷', 'p50 ÷'];
  const table = rows(found, names).map(({ name, measured: { one, many }, baseline }) => [
    name,
    ...[typical(one), typical(many)].flatMap(({ perSecond, p50, p99 }) => [whole(perSecond), ms(p50), ms(p99)]),
    baseline ? ratio(many, baseline.many, 'perSecond').toFixed(2) : '',
    baseline ? ratio(one, baseline.one, 'p50').toFixed(2) : '',
  ]);
  const note = 'The last two columns: beside the hydrated React Router page at 16 and 1; saves beside the bare insert.';
  return [aligned([head, ...table]), '', note].join('\n');
}

/** Results of `--only files`. */
export function filesToText(found: FilesFound): string {
  const table = (['upload', 'download'] as const).map((name) => [
    `1 GB ${name}, MB/s`,
    whole(found[name].ours),
    `bare Node: ${whole(found[name].bare)}`,
  ]);
  return aligned(table);
}

/** Results of `--only transfer`. */
export function transferToText(found: TransferFound): string {
  const { importedPerSecond, insertedPerSecond, renderMs, zip } = found;
  const imported = `Import: ${whole(importedPerSecond)} documents/s; rendering one takes ${ms(renderMs)} ms; bare inserts of the same rows: ${whole(insertedPerSecond)}/s.`;
  return zip ? `${imported} The zip came at ${whole(zip.rate)} MB/s.` : imported;
}

/** Results of `--only growth`. */
export function growthToText(found: GrowthFound): string {
  const head = [`${found.database}, p50 ms`, 'at 1,000', `at ${found.documents}`, '÷'];
  const table = found.operations.map(({ name, small, large, ratio }) => [name, ms(small), ms(large), ratio.toFixed(2)]);
  const moves = `A move: ${ms(found.move.few)} ms among 5 siblings, ${ms(found.move.many)} ms among 5,000.`;
  return [aligned([head, ...table]), '', moves].join('\n');
}

/** Results of `--only live`. */
export function liveToText(found: LiveFound): string {
  const head = ['letters', 'p50 ms', 'p99 ms', 'bare ws p50', 'p99', 'of a core', 'rows/s'];
  const table = found.cases.map(({ name, ours, echo, cpuShare, writesPerSecond }) => [
    name,
    ...[ours.p50, ours.p99, echo.p50, echo.p99].map(ms),
    cpuShare.toFixed(2),
    whole(writesPerSecond),
  ]);
  const note = `1,000 more connections: ${whole(found.connectionsMegabytes)} MB.`;
  return [aligned([head, ...table]), '', note].join('\n');
}

/** Results of `--only cli`. */
export function cliToText(found: CliFound): string {
  const { emptyNodeMs, report } = found;
  const times = { '--version': found.versionMs, 'quota get': found.quotaMs, ...found.others };
  const table = [
    ['node -e 0', whole(emptyNodeMs), ''],
    ...Object.entries(times).map(([name, each]) => [
      `arbor ${name}`,
      whole(each),
      `${(each / emptyNodeMs).toFixed(2)}×`,
    ]),
  ];
  const note = `A CSV report of ${report.users} accounts: ${report.seconds.toFixed(1)} s, ${report.lines} lines.`;
  return [aligned([['', 'ms', '÷'], ...table]), '', note].join('\n');
}

function rows({ measured, insert }: PagesFound, names: Map<Key, string>): Row[] {
  const router = measured.get('router')!;
  return [
    { name: '(a) bare Node, ready string', measured: measured.get('string')!, baseline: null },
    { name: '(b) React Router, hydrated', measured: router, baseline: null },
    { name: '(c) bare SQLite insert', measured: insert, baseline: null },
    ...[...names].flatMap(([key, name]) => {
      const of = measured.get(key);
      return of ? [{ name, measured: of, baseline: key === 'save' ? insert : router }] : [];
    }),
  ];
}

function goalCells(goal: Goal): string[] {
  const { value, limit } = goalTexts(goal);
  return [`${goal.isMet ? '✓' : '✗'} ${goal.id}`, goal.name, value, limit];
}

const whole = (value: number) => value.toFixed(0);
const ms = (value: number) => value.toFixed(2);

/** Pads columns to their widest cell: words left-aligned, numbers right-aligned. */
function aligned(table: string[][]): string {
  const widths = table[0]?.map((_, column) => Math.max(...table.map((cells) => cells[column]!.length))) ?? [];
  const isText = (cell: string) => !/^[\d.]+|^NaN/.test(cell);
  const padded = (cell: string, column: number) =>
    column < 2 && isText(cell) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
  return table.map((cells) => cells.map(padded).join('  ')).join('\n');
}
