import type { Bench, Outcome, Site } from '#tests/bench/bench.ts';
import { type CpuSeconds, cpuSeconds, sharesBetween } from '#tests/bench/cpu-seconds.ts';
import { goal } from '#tests/bench/goals/goal.ts';
import { load, type Sample } from '#tests/bench/measure.ts';
import { operations } from '#tests/bench/operations.ts';
import { median } from '#tests/bench/percentile.ts';
import { MANY } from '#tests/bench/rounds.ts';

const ROUNDS = 3;
const ROUND_SECONDS = 3;
const WARM_UP_SECONDS = 10;
const CROWD = 200;

/** P14: two processes on PostgreSQL beside one, and 200 connections. */
export async function benchProcesses(bench: Bench): Promise<Outcome> {
  const site = await bench.site('postgres', 1000);
  bench.step('One process and two, postgres');
  const rounds: { one: Figures; two: Figures }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ one: await figuresOf(bench, site, 1), two: await figuresOf(bench, site, 2) });
  }
  const grown = median(rounds.map(({ one, two }) => two.usual.perSecond / one.usual.perSecond));
  const crowded = median(rounds.map(({ one }) => one.crowd.p99 / one.usual.p99));
  const rate = (of: 'one' | 'two') => median(rounds.map((round) => round[of].usual.perSecond)).toFixed(0);
  const cores = (of: 'one' | 'two', part: keyof CpuSeconds) =>
    median(rounds.map((round) => round[of].cores[part])).toFixed(2);
  const used = (of: 'one' | 'two') =>
    `cores used with ${of}: server ${cores(of, 'server')}, database ${cores(of, 'database')}, load ${cores(of, 'load')}`;
  const rates = `Document page at ${MANY}: ${rate('one')}/s with one process, ${rate('two')}/s with two`;
  const text = `${rates}; ${used('one')}; ${used('two')}.`;
  const goals = [
    ...goal('P14', 'two processes ÷ one, PostgreSQL', grown, { atLeast: 1.7 }),
    ...goal('P14', `${CROWD} connections without an error, p99 ÷ that of ${MANY}`, crowded, { atMost: 4 }),
  ];
  return { goals, text, figures: { rounds } };
}

type Figures = { usual: Sample; crowd: Sample; cores: CpuSeconds };

async function figuresOf(bench: Bench, site: Site, workers: number): Promise<Figures> {
  const server = await bench.start(site.where, { WORKERS: String(workers) });
  const all = operations(server.origin, site.signedIn, site.levels, site.publicPath);
  const { target } = all.find(({ key }) => key === 'document')!;
  await load(target, MANY, WARM_UP_SECONDS);
  const from = cpuSeconds(server.pid);
  const usual = await load(target, MANY, ROUND_SECONDS);
  const cores = sharesBetween(from, cpuSeconds(server.pid), ROUND_SECONDS);
  const crowd = await load(target, CROWD, ROUND_SECONDS);
  await server.stop();
  return { usual, crowd, cores };
}
