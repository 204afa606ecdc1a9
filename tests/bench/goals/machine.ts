import type { CliFound } from '#tests/bench/cli.ts';
import type { FilesFound } from '#tests/bench/files.ts';
import { type Goal, goal } from '#tests/bench/goals/goal.ts';
import type { TransferFound } from '#tests/bench/transfer.ts';

/** A gigabyte up and down: ratio to bare Node on the same disk, and peak memory. */
export function fileGoalsOf({ upload, download, grownMegabytes }: FilesFound): Goal[] {
  return [
    ...goal('files', 'upload, request to confirm ÷ bare Node', upload.ours / upload.bare, { atLeast: 0.6 }),
    ...goal('files', 'download ÷ bare Node', download.ours / download.bare, { atLeast: 0.6 }),
    ...goal('files', 'memory beyond idle', grownMegabytes, { atMost: 60 }, ' MB'),
  ];
}

/** P13, and the memory of an export. */
export function transferGoalsOf({ importedPerSecond, insertedPerSecond, renderMs, zip }: TransferFound): Goal[] {
  return [
    ...goal('P13', 'import, documents/s × p50 of rendering one', (importedPerSecond * renderMs) / 1000, { atLeast: 1 }),
    ...goal('P13', 'import ÷ bare inserts of the same rows', importedPerSecond / insertedPerSecond, { atLeast: 0.25 }),
    ...goal('out', 'memory of a zip of 1 GB beyond idle', zip?.grownMegabytes, { atMost: 100 }, ' MB'),
  ];
}

/** P15, and a report over 100,000 accounts. */
export function cliGoalsOf({ emptyNodeMs, versionMs, quotaMs, report }: CliFound): Goal[] {
  return [
    ...goal('P15', 'arbor --version ÷ node -e 0', versionMs / emptyNodeMs, { atMost: 1.5 }),
    ...goal('P15', 'arbor quota get ÷ node -e 0', quotaMs / emptyNodeMs, { atMost: 4 }),
    ...goal('cli', 'memory of a CSV report, 100,000 accounts', report.peakMegabytes, { atMost: 150 }, ' MB'),
  ];
}
