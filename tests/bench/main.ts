// `npm run bench`: measures Arbor beside baselines of the same run. docs/performance.md explains it.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Bench, type Database, type Outcome } from '#tests/bench/bench.ts';
import { buildArbor, ROOT } from '#tests/bench/build-arbor.ts';
import { withCleanUp } from '#tests/bench/clean-up.ts';
import { machineText, thisMachine } from '#tests/bench/machine.ts';
import { endLoads } from '#tests/bench/measure.ts';
import { PARTS } from '#tests/bench/parts/index.ts';
import { benchSpread } from '#tests/bench/parts/spread.ts';
import { outcomeToText } from '#tests/bench/report.ts';
import { writeTable } from '#tests/bench/write-table.ts';

const { values } = parseArgs({
  options: {
    /** Names of parts, or keys of operations. */
    only: { type: 'string', default: '' },
    /** Size of the large installation. */
    documents: { type: 'string', default: '20000' },
    /** `sqlite`, `postgres` or `both`. */
    database: { type: 'string', default: 'both' },
    json: { type: 'boolean', default: false },
    /** Writes the table of docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const names = values.only.split(',').filter(Boolean);
const chosen = names.filter((name) => name in PARTS);
const only = new Set(names.filter((name) => !(name in PARTS)));
const databases = (values.database === 'both' ? ['sqlite', 'postgres'] : [values.database]) as Database[];

function partsToRun(): string[] {
  if (only.size > 0) return [...new Set([...chosen, 'pages'])];
  return chosen.length > 0 ? chosen : Object.keys(PARTS).filter((name) => PARTS[name]!.isUsual);
}

type Named = Outcome & { part: string };

async function outcomes(bench: Bench, tell: (outcome: Named) => void): Promise<Named[]> {
  const found: Named[] = [{ part: 'spread', ...(await benchSpread(bench)) }];
  tell(found[0]!);
  const settings = { documents: Number(values.documents), only };
  for (const name of partsToRun()) {
    const { isPerDatabase, run } = PARTS[name]!;
    for (const database of isPerDatabase ? databases : databases.slice(0, 1)) {
      const outcome = {
        part: isPerDatabase ? `${name}, ${database}` : name,
        ...(await run(bench, database, settings)),
      };
      tell(outcome);
      found.push(outcome);
    }
  }
  return found;
}

const folder = mkdtempSync(join(tmpdir(), 'arbor-bench-'));
const bench = new Bench(folder);
async function run(): Promise<void> {
  const machine = thisMachine();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  buildArbor();
  if (!values.json) process.stdout.write(`${machineText(machine)}\n\n`);
  const found = await outcomes(bench, (outcome) => {
    if (!values.json) process.stdout.write(`${outcome.part}\n${outcomeToText(outcome)}\n`);
  });
  if (values.json) {
    const parts = found.map(({ part, goals, figures }) => ({ part, goals, figures }));
    process.stdout.write(`${JSON.stringify({ machine, parts }, null, 2)}\n`);
  }
  const goals = found.flatMap((outcome) => outcome.goals);
  if (values.write) writeTable([`${machineText(machine)}.`, `${found[0]!.text}.`], goals);
}

await withCleanUp(run, async () => {
  endLoads();
  await bench.end().finally(() => rmSync(folder, { recursive: true, force: true }));
});
