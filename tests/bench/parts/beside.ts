import type { Bench, Database, Outcome } from '#tests/bench/bench.ts';
import { goal } from '#tests/bench/goals/goal.ts';
import { load } from '#tests/bench/measure.ts';
import { operations } from '#tests/bench/operations.ts';
import { median } from '#tests/bench/percentile.ts';
import { ofDatabase } from '#tests/bench/report.ts';

const ROUNDS = 3;
const ROUND_SECONDS = 3;
const WARM_UP_SECONDS = 2;

/** P5b: a reader of pages alone, and beside one and four people who search the most frequent word. */
export async function benchBeside(bench: Bench, database: Database, documents: number): Promise<Outcome> {
  const { where, signedIn, levels, publicPath } = await bench.site(database, documents);
  const server = await bench.start(where);
  const all = operations(server.origin, signedIn, levels.slice(0, 4), publicPath);
  const targetOf = (key: string) => all.find((operation) => operation.key === key)!.target;
  const [page, search] = [targetOf('document'), targetOf('search-frequent')];
  bench.step(`Pages beside searches, ${database}`);
  await load(page, 1, WARM_UP_SECONDS);
  await load(search, 1, WARM_UP_SECONDS);
  const rounds: { alone: number; one: number; four: number; search: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = (await load(page, 1, ROUND_SECONDS)).p50;
    const [one, beside] = await Promise.all([load(page, 1, ROUND_SECONDS), load(search, 1, ROUND_SECONDS)]);
    const [four] = await Promise.all([load(page, 1, ROUND_SECONDS), load(search, 4, ROUND_SECONDS)]);
    rounds.push({ alone, one: one.p50, four: four.p50, search: beside.p50 });
  }
  await server.stop();
  const ms = (name: 'alone' | 'one' | 'four' | 'search') => median(rounds.map((round) => round[name])).toFixed(1);
  const times = (name: 'one' | 'four') => median(rounds.map((round) => round[name] / round.alone));
  const text = `${database}, ${documents} documents, p50 of a page: alone ${ms('alone')} ms, beside one ${ms('one')} ms, beside four ${ms('four')} ms; the search beside it ${ms('search')} ms`;
  const goals = [
    ...goal('P5b', 'page beside one searcher of a frequent word ÷ alone', times('one'), { atMost: 1.5 }),
    ...goal('P5b', 'page beside four searchers ÷ alone', times('four'), { atMost: 3 }),
  ];
  return { goals: ofDatabase(goals, database), text, figures: { rounds } };
}
