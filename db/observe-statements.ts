import { channel } from 'node:diagnostics_channel';

/** Publishes SQL by hand, without its values; statements of models go to Sequelize's `logging`. */
const statements = channel('arbor:statement');
/** Publishes `{ sql, ms }` of each statement that took long, without its values. */
const slow = channel('arbor:slow-statement');

const LENGTH_MAX = 2000;

let slowMs = Number.POSITIVE_INFINITY;

/** Sets from how many milliseconds a statement is slow; undefined: none is. */
export function publishSlowerThan(ms: number | undefined): void {
  slowMs = ms ?? Number.POSITIVE_INFINITY;
}

/** Runs one statement written by hand. */
export async function observed<T>(sql: string, run: () => Promise<T>): Promise<T> {
  statements.publish(sql);
  if (slowMs === Number.POSITIVE_INFINITY) return run();
  const startedAt = performance.now();
  try {
    return await run();
  } finally {
    noteDuration(sql, performance.now() - startedAt);
  }
}

/** Sequelize's options for statements of models; without a limit they are not measured. */
export const observeModels = () =>
  slowMs === Number.POSITIVE_INFINITY
    ? { logging: false as const }
    : { benchmark: true, logging: (sql: string, ms?: number) => noteDuration(sql, ms ?? 0) };

function noteDuration(sql: string, ms: number): void {
  if (ms >= slowMs) slow.publish({ sql: withoutValues(sql), ms: Math.round(ms) });
}

/** Replaces literals by `?`: models write some values into their statements. */
export function withoutValues(sql: string): string {
  return sql
    .replace(/^Execut\w+ \([^)]*\): /, '')
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?\b/g, '?')
    .slice(0, LENGTH_MAX);
}
