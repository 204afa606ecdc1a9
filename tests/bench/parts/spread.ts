import type { Bench, Outcome } from '#tests/bench/bench.ts';
import { load, type Target } from '#tests/bench/measure.ts';

const TIMES = 7;
const SECONDS = 1;
/** Above this share of the median, ratios of single rounds are doubtful. */
const DOUBTFUL = 0.2;

/** Repeats one bare measurement, to show how far the machine's own figures differ. */
export async function benchSpread(bench: Bench): Promise<Outcome> {
  const { string } = await bench.baselines();
  bench.step("Measuring the machine's spread");
  const target: Target = { origin: string.origin, headers: {}, calls: [{ path: '/' }] };
  await load(target, 1, SECONDS);
  const rates: number[] = [];
  for (let nth = 0; nth < TIMES; nth += 1) rates.push((await load(target, 1, SECONDS)).perSecond);
  rates.sort((a, b) => a - b);
  const [least, median, most] = [rates[0]!, rates[Math.floor(TIMES / 2)]!, rates.at(-1)!];
  const share = (most - least) / median;
  const figures = { least, median, most, share, isDoubtful: share > DOUBTFUL };
  const range = [least, median, most].map((rate) => rate.toFixed(0)).join(' · ');
  const word = figures.isDoubtful ? ': above 20 %, other programs use this machine, repeat later' : '';
  const text = `Spread of the machine, bare Node at 1 connection, least · median · most: ${range} requests/s, ${(share * 100).toFixed(0)} %${word}`;
  return { goals: [], text, figures };
}
