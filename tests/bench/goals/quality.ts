import { type Goal, goal } from '#tests/bench/goals/goal.ts';
import type { LiveFound } from '#tests/bench/live.ts';
import type { QualityFound } from '#tests/bench/search-quality/search-quality.ts';

/** Concurrent editing. */
export function liveGoalsOf({ cases, documentMegabytes }: LiveFound): Goal[] {
  return [
    ...cases.flatMap(({ name, ours, echo }) => [
      ...goal('live', `${name}, p99 of a letter`, ours.p99, { atMost: 150 }, ' ms'),
      ...goal('live', `${name}, p99 ÷ bare ws`, ours.p99 / echo.p99, { atMost: 3 }),
    ]),
    ...goal('live', 'memory of an open document of 20 KB', documentMegabytes * 1024, { atMost: 1024 }, ' KB'),
  ];
}

/** Search on both databases. */
export function qualityGoalsOf({ all, sameOrder }: QualityFound): Goal[] {
  return [
    ...goal('search', 'recall, SQLite', all.sqlite.recall, { atLeast: 0.97 }, ''),
    ...goal('search', 'recall, PostgreSQL', all.postgres.recall, { atLeast: 0.97 }, ''),
    ...goal('search', 'page meant among three, SQLite', all.sqlite.inThree, { atLeast: 0.95 }, ''),
    ...goal('search', 'page meant among three, PostgreSQL', all.postgres.inThree, { atLeast: 0.95 }, ''),
    ...goal('search', 'same order on both', sameOrder / all.sqlite.questions, { atLeast: 1 }, ''),
  ];
}
