import type { CliFound } from '#tests/bench/cli.ts';
import type { FilesFound } from '#tests/bench/files.ts';
import type { GrowthFound } from '#tests/bench/growth.ts';
import type { LiveFound } from '#tests/bench/live.ts';
import type { Key } from '#tests/bench/operations.ts';
import { type Measured, ratio, typical } from '#tests/bench/rounds.ts';
import type { QualityFound } from '#tests/bench/search-quality/search-quality.ts';
import type { TransferFound } from '#tests/bench/transfer.ts';

export type Found = {
  measured: Map<Key | 'string' | 'router', Measured>;
  insert: Measured;
  /** Time of the first view of a public page after an edit. */
  firstViewMs: number;
  emptyNodeMs: number;
  firstDocumentMs: number;
  versionMs: number;
  quotaMs: number;
  idleMegabytes: number;
  loadedMegabytes: number;
};
export type Goal = {
  id: string;
  name: string;
  value: number;
  limit: number;
  isFloor: boolean;
  unit: string;
  isMet: boolean;
};

type Limit = { atLeast: number } | { atMost: number };

function goal(id: string, name: string, value: number | undefined, limit: Limit, unit = '×'): Goal[] {
  if (value === undefined) return [];
  if ('atLeast' in limit)
    return [{ id, name, value, limit: limit.atLeast, isFloor: true, unit, isMet: value >= limit.atLeast }];
  return [{ id, name, value, limit: limit.atMost, isFloor: false, unit, isMet: value <= limit.atMost }];
}

/** Goals for a gigabyte up and down: ratio to bare Node on the same disk, and peak memory. */
export function fileGoalsOf({ upload, download, grownMegabytes }: FilesFound): Goal[] {
  return [
    ...goal('files', 'upload, request to confirm ÷ bare Node', upload.ours / upload.bare, { atLeast: 0.6 }),
    ...goal('files', 'download ÷ bare Node', download.ours / download.bare, { atLeast: 0.6 }),
    ...goal('files', 'memory beyond idle', grownMegabytes, { atMost: 60 }, ' MB'),
  ];
}

/** Goals of performance.md for import and export. */
export function transferGoalsOf({ importedPerSecond, zip }: TransferFound): Goal[] {
  return [
    ...goal('in', 'import of Markdown', importedPerSecond, { atLeast: 500 }, ' /s'),
    ...goal('out', 'memory of a zip of 1 GB beyond idle', zip.grownMegabytes, { atMost: 100 }, ' MB'),
  ];
}

/** Goals for the same operations with a hundred times as many documents, except complete lists of keywords. */
export function growthGoalsOf({ operations, move }: GrowthFound): Goal[] {
  return [
    ...operations.flatMap(({ name, ratio: grown }) =>
      goal('P7', `${name}, p50 ÷ that of 1,000`, grown, { atMost: 1.3 }),
    ),
    ...goal('move', 'among 5,000 siblings ÷ among 5', move.ratio, { atMost: 2 }),
  ];
}

/** Goals for concurrent editing. */
export function liveGoalsOf({ cases, documentMegabytes }: LiveFound): Goal[] {
  return [
    ...cases.flatMap(({ name, ours, echo }) => [
      ...goal('live', `${name}, p99 of a letter`, ours.p99, { atMost: 150 }, ' ms'),
      ...goal('live', `${name}, p99 ÷ bare ws`, ours.p99 / echo.p99, { atMost: 3 }),
    ]),
    ...goal('live', 'memory of an open document of 20 KB', documentMegabytes * 1024, { atMost: 1024 }, ' KB'),
  ];
}

/** Goals for search on both databases. */
export function qualityGoalsOf({ all, sameOrder }: QualityFound): Goal[] {
  return [
    ...goal('search', 'recall, SQLite', all.sqlite.recall, { atLeast: 0.97 }, ''),
    ...goal('search', 'recall, PostgreSQL', all.postgres.recall, { atLeast: 0.97 }, ''),
    ...goal('search', 'page meant among three, SQLite', all.sqlite.inThree, { atLeast: 0.95 }, ''),
    ...goal('search', 'page meant among three, PostgreSQL', all.postgres.inThree, { atLeast: 0.95 }, ''),
    ...goal('search', 'same order on both', sameOrder / all.sqlite.questions, { atLeast: 1 }, ''),
  ];
}

/** Goals for commands, and for a report over 100,000 accounts. */
export function cliGoalsOf(found: CliFound): Goal[] {
  return [
    ...commandGoals(found),
    ...goal('cli', 'memory of a CSV report, 100,000 accounts', found.report.peakMegabytes, { atMost: 150 }, ' MB'),
  ];
}

function commandGoals({ emptyNodeMs, versionMs, quotaMs }: Pick<Found, 'emptyNodeMs' | 'versionMs' | 'quotaMs'>) {
  return [
    ...goal('P12', 'arbor --version ÷ node -e 0', versionMs / emptyNodeMs, { atMost: 3.5 }),
    ...goal('P12', 'arbor quota get ÷ node -e 0', quotaMs / emptyNodeMs, { atMost: 9 }),
  ];
}

/** Returns the goals of performance.md for which figures exist. */
export function goalsOf(found: Found): Goal[] {
  const { measured, insert } = found;
  const router = measured.get('router')!;
  const rate = (key: Key) => {
    const ours = measured.get(key);
    return ours && ratio(ours.many, router.many, 'perSecond');
  };
  const p50 = (key: Key, theirs = router) => {
    const ours = measured.get(key);
    return ours && ratio(ours.one, theirs.one, 'p50');
  };
  const save = measured.get('save');
  const saveSpread = save && typical(save.one).p99 / typical(save.one).p50;
  const firstView = measured.has('public') ? found.firstViewMs / typical(router.one).p50 : undefined;
  return [
    ...goal('P1', 'public link page, requests at 16 ÷ hydrated', rate('public'), { atLeast: 7 }),
    ...goal('P1', 'public link page after an edit ÷ hydrated p50', firstView, { atMost: 2.6 }),
    ...goal('P2', 'document page again, requests at 16 ÷ hydrated', rate('document'), { atLeast: 2 }),
    ...goal('P2', 'document page again, p50 at 1 ÷ hydrated', p50('document'), { atMost: 1.2 }),
    ...goal('P3', 'document page, first view, requests at 16 ÷ hydrated', rate('first-view'), { atLeast: 0.6 }),
    ...goal('P3', 'document page, first view, p50 at 1 ÷ hydrated', p50('first-view'), { atMost: 2 }),
    ...goal('P4', 'tree, p50 ÷ hydrated', p50('tree'), { atMost: 3.2 }),
    ...goal('P4', 'list, p50 ÷ hydrated', p50('list'), { atMost: 3.2 }),
    ...goal('P4', 'children, p50 ÷ hydrated', p50('children'), { atMost: 3.2 }),
    ...goal('P5', 'search English, p50 ÷ hydrated', p50('search'), { atMost: 7 }),
    ...goal('P5', 'search Chinese, p50 ÷ hydrated', p50('search-zh'), { atMost: 7 }),
    ...goal('P6', 'save, p50 ÷ bare insert', p50('save', insert), { atMost: 3 }),
    ...goal('P6', 'save, p99 ÷ its p50', saveSpread, { atMost: 4 }),
    ...goal('P8', 'start to first document ÷ node -e 0', found.firstDocumentMs / found.emptyNodeMs, { atMost: 20 }),
    ...commandGoals(found),
    ...goal('bar', 'memory idle', found.idleMegabytes, { atMost: 160 }, ' MB'),
    ...goal('P9', 'memory idle', found.idleMegabytes, { atMost: 145 }, ' MB'),
    ...goal('P9', 'memory after load', found.loadedMegabytes, { atMost: 165 }, ' MB'),
  ];
}
