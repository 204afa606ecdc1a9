import { load, median, type Sample, type Target, visitAll } from '#tests/bench/measure.ts';

export const MANY = 16;
const ROUNDS = 3;
const ROUND_SECONDS = 1.4;
const WARM_UP_SECONDS = 1;

/** Latencies and rates at one connection and at MANY, one sample per round. */
export type Measured = { one: Sample[]; many: Sample[] };

/**
 * Measures all targets alternately in several rounds, so that other load affects all alike and ratios compare samples
 * close in time.
 */
export async function measureInRounds<Key extends string>(
  targets: Map<Key, Target>,
  extra: (round: number) => Promise<void>,
): Promise<Map<Key, Measured>> {
  for (const target of targets.values()) await load(target, MANY, WARM_UP_SECONDS);
  const measured = new Map<Key, Measured>([...targets.keys()].map((key) => [key, { one: [], many: [] }]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [key, target] of targets) {
      // Saves of the round before have changed what is read again.
      await visitAll(target);
      measured.get(key)!.one.push(await load(target, 1, ROUND_SECONDS));
      measured.get(key)!.many.push(await load(target, MANY, ROUND_SECONDS));
    }
    await extra(round);
  }
  return measured;
}

export function typical(samples: readonly Sample[]): Sample {
  const of = (measure: keyof Sample) => median(samples.map((sample) => sample[measure]));
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
}

/** Returns the median of the rounds' ratios. */
export function ratio(ours: readonly Sample[], theirs: readonly Sample[], measure: keyof Sample): number {
  return median(ours.map((sample, round) => sample[measure] / (theirs[round] ?? theirs[0]!)[measure]));
}
