import { WORK, type WorkKind } from '#app/threads/work.ts';

export type Order = {
  kind: WorkKind;
  input: unknown[];
  /** Set to 1 when the work starts (`Deadline`). */
  started: Int32Array;
};

/** Entry point of each pool thread. */
export default function runWork({ kind, input, started }: Order): unknown {
  Atomics.store(started, 0, 1);
  const run = WORK[kind] as (...input: unknown[]) => unknown;
  return run(...input);
}
