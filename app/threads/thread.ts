import { WORK, type WorkKind } from '#app/threads/work.ts';

export type Order = { kind: WorkKind; input: unknown[] };

/** What each thread of the pool runs. */
export default function runWork({ kind, input }: Order): unknown {
  const run = WORK[kind] as (...input: unknown[]) => unknown;
  return run(...input);
}
