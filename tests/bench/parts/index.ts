import type { Bench, Database, Outcome } from '#tests/bench/bench.ts';
import { benchCli } from '#tests/bench/cli.ts';
import { benchFiles } from '#tests/bench/files.ts';
import type { Goal } from '#tests/bench/goals/goal.ts';
import { growthGoalsOf } from '#tests/bench/goals/growth.ts';
import { cliGoalsOf, fileGoalsOf, transferGoalsOf } from '#tests/bench/goals/machine.ts';
import { liveGoalsOf, qualityGoalsOf } from '#tests/bench/goals/quality.ts';
import { benchGrowth } from '#tests/bench/growth.ts';
import { benchLive } from '#tests/bench/live.ts';
import { benchBeside } from '#tests/bench/parts/beside.ts';
import { benchGroups } from '#tests/bench/parts/groups.ts';
import { benchMemory } from '#tests/bench/parts/memory.ts';
import { benchPages } from '#tests/bench/parts/pages.ts';
import { benchProcesses } from '#tests/bench/parts/processes.ts';
import { benchSaves } from '#tests/bench/parts/saves.ts';
import { benchScripts } from '#tests/bench/parts/scripts.ts';
import { benchStart } from '#tests/bench/parts/start.ts';
import { cliToText, filesToText, growthToText, liveToText, ofDatabase, transferToText } from '#tests/bench/report.ts';
import { benchSearchQuality, qualityToText } from '#tests/bench/search-quality/search-quality.ts';
import { benchImport, benchTransfer } from '#tests/bench/transfer.ts';

/** `documents` is the size of the large installation; `only` the keys of operations. */
export type Settings = { documents: number; only: Set<string> };
type Part = {
  /** Belongs to a run without `--only`. */
  isUsual: boolean;
  /** Measured on each database, rather than once. */
  isPerDatabase: boolean;
  run: (bench: Bench, database: Database, settings: Settings) => Promise<Outcome>;
};

const SMALL = 1000;
const once = { isUsual: true, isPerDatabase: false };
const onRequest = { isUsual: false, isPerDatabase: false };
const each = { isUsual: true, isPerDatabase: true };

/** Makes the run of a part that needs a folder and reports its steps. */
const inFolder =
  <Found extends object>(
    measure: (folder: string, step: (text: string) => void) => Promise<Found>,
    goalsOf: (found: Found) => Goal[],
    toText: (found: Found) => string,
  ): Part['run'] =>
  async (bench) => {
    const found = await measure(bench.folder, (text) => bench.step(text));
    return { goals: goalsOf(found), text: toText(found), figures: found };
  };

/** The parts of `npm run bench` in their order: sizes grow. */
export const PARTS: Record<string, Part> = {
  scripts: { ...once, run: benchScripts },
  start: { ...once, run: benchStart },
  pages: { ...each, run: (bench, database, { only }) => benchPages(bench, database, SMALL, only) },
  saves: { ...once, run: benchSaves },
  memory: { ...once, run: benchMemory },
  processes: { ...once, run: benchProcesses },
  import: { ...once, run: inFolder(benchImport, transferGoalsOf, transferToText) },
  groups: { ...each, run: (bench, database) => benchGroups(bench, database, SMALL) },
  beside: { ...once, run: (bench, database, { documents }) => benchBeside(bench, database, documents) },
  growth: {
    ...once,
    run: async (bench, database, { documents }) => {
      const found = await benchGrowth(bench, database, documents);
      return { goals: ofDatabase(growthGoalsOf(found), database), text: growthToText(found), figures: found };
    },
  },
  transfer: { ...onRequest, run: inFolder(benchTransfer, transferGoalsOf, transferToText) },
  files: { ...onRequest, run: inFolder(benchFiles, fileGoalsOf, filesToText) },
  cli: { ...onRequest, run: inFolder(benchCli, cliGoalsOf, cliToText) },
  live: { ...onRequest, run: inFolder(benchLive, liveGoalsOf, liveToText) },
  'search-quality': { ...onRequest, run: inFolder(benchSearchQuality, qualityGoalsOf, qualityToText) },
};
