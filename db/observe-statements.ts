import { channel } from 'node:diagnostics_channel';

/** Publishes hand-written SQL without its values. Statements of models go to Sequelize's `logging`. */
const statements = channel('arbor:statement');
/** Publishes `{ sql, ms }` of each slow statement, without its values. */
const slow = channel('arbor:slow-statement');
/** Publishes `{ sql, ms }` of each finished statement. The text of a model's statement may contain values. */
const done = channel('arbor:statement-done');

const LENGTH_MAX = 2000;

let slowMs = Number.POSITIVE_INFINITY;

/** Sets the duration in ms from which a statement is slow; undefined turns this off. */
export function publishSlowerThan(ms: number | undefined): void {
  slowMs = ms ?? Number.POSITIVE_INFINITY;
}

/** Publishes a hand-written statement that runs elsewhere. */
export const publishStatement = (sql: string): void => statements.publish(sql);

const isMeasured = () => slowMs !== Number.POSITIVE_INFINITY || done.hasSubscribers;

/** Runs a hand-written statement, publishes it and measures its duration if somebody asks for it. */
export async function observed<T>(sql: string, run: () => Promise<T>): Promise<T> {
  statements.publish(sql);
  if (!isMeasured()) return run();
  const startedAt = performance.now();
  try {
    return await run();
  } finally {
    noteDuration(sql, performance.now() - startedAt);
  }
}

/** Sequelize's logging options for statements of models, which are measured only if somebody asked for it by then. */
export const observeModels = () =>
  !isMeasured()
    ? { logging: false as const }
    : { benchmark: true, logging: (sql: string, ms?: number) => noteDuration(sql, ms ?? 0) };

/** Publishes a finished statement, also as slow if it took as long as the limit. */
export function noteDuration(sql: string, ms: number): void {
  if (done.hasSubscribers) done.publish({ sql, ms });
  if (ms >= slowMs) slow.publish({ sql: withoutValues(sql), ms: Math.round(ms) });
}

/** Replaces literals by `?`, as models inline some values. */
export function withoutValues(sql: string): string {
  return sql
    .replace(/^Execut\w+ \([^)]*\): /, '')
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?\b/g, '?')
    .slice(0, LENGTH_MAX);
}
