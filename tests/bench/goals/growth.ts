import { type Goal, goal } from '#tests/bench/goals/goal.ts';
import type { GrowthFound } from '#tests/bench/growth.ts';

/** P7 and P5: the same operations with many times as many documents. */
export function growthGoalsOf({ operations, move, documents }: GrowthFound): Goal[] {
  return [
    ...operations.flatMap(({ key, name, ratio: grown }) =>
      key === 'search-frequent'
        ? goal('P5', `${name}, p50 at ${documents} ÷ at 1,000`, grown, { atMost: 2 })
        : goal('P7', `${name}, p50 at ${documents} ÷ at 1,000`, grown, { atMost: 1.3 }),
    ),
    ...goal('P7', 'move among 5,000 siblings ÷ among 5', move.ratio, { atMost: 2 }),
  ];
}
