import type { Bench, Outcome, Site } from '#tests/bench/bench.ts';
import { goal } from '#tests/bench/goals/goal.ts';
import { median } from '#tests/bench/percentile.ts';
import { commandRun, emptyNodeStart } from '#tests/bench/small-baselines.ts';

const STARTS = 7;

/** P8 and P15: the time from spawn to the first document, and that of short commands. */
export async function benchStart(bench: Bench): Promise<Outcome> {
  const site = await bench.site('sqlite', 1000);
  bench.step('Starting');
  const { dataDir } = site.where;
  const quota = ['quota', 'get', site.signedIn.actor.email];
  // Fills the compile cache.
  await timedStart(bench, site);
  commandRun(quota, dataDir);
  const emptyNodeMs = emptyNodeStart();
  const times: number[] = [];
  for (let nth = 0; nth < STARTS; nth += 1) times.push(await timedStart(bench, site));
  const firstDocumentMs = median(times);
  const [versionMs, quotaMs] = [commandRun(['--version'], dataDir), commandRun(quota, dataDir)];
  const found = { emptyNodeMs, firstDocumentMs, versionMs, quotaMs };
  const text = Object.entries(found).map(([name, ms]) => `${name}: ${ms.toFixed(0)}`);
  const goals = [
    ...goal('P8', 'start to the first document ÷ node -e 0', firstDocumentMs / emptyNodeMs, { atMost: 15 }),
    ...goal('P15', 'arbor --version ÷ node -e 0', versionMs / emptyNodeMs, { atMost: 1.5 }),
    ...goal('P15', 'arbor quota get ÷ node -e 0', quotaMs / emptyNodeMs, { atMost: 4 }),
  ];
  return { goals, text: text.join(' · '), figures: found };
}

/** Returns milliseconds from spawn to the last byte of the first document. */
async function timedStart(bench: Bench, { where, levels, signedIn }: Site): Promise<number> {
  const from = performance.now();
  const server = await bench.start(where);
  const page = await fetch(`${server.origin}/doc/${levels[3]![0]}`, { headers: signedIn.headers });
  await page.text();
  const took = performance.now() - from;
  await server.stop();
  if (!page.ok) throw new Error(`The first document answered ${page.status}`);
  return took;
}
