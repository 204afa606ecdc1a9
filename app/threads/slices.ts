import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest synchronous piece of sliced work. */
const SLICE_MS = 10;

/** Divides work that cannot move to a thread, so that others are served in between. */
export class Slices {
  #since = performance.now();

  /** True if the current piece is long enough. Test it before `rest`, as each await costs. */
  get isDue(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  async rest(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}
