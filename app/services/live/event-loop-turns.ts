/** Longest work in one turn of the event loop, in milliseconds. Other requests need several turns each. */
const TURN_MS = 2;

/** Does one piece of work. Returns true if more is left. */
type Step = () => boolean;

/**
 * Divides the work for many connections into turns of the event loop, so that other requests are answered between them.
 */
export class EventLoopTurns {
  readonly #steps = new Set<Step>();
  readonly #now: () => number;
  #leftMs = TURN_MS;
  #isWorking = false;
  #isScheduled = false;

  /** `now` returns a time in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Repeats `step` until it returns false, in turn with other steps; at once, while this turn has time left. */
  run(step: Step): void {
    this.#steps.add(step);
    if (!this.#isWorking) this.#work();
  }

  #work(): void {
    this.#isWorking = true;
    const startedAt = this.#now();
    try {
      for (const step of this.#steps) {
        if (this.#now() - startedAt >= this.#leftMs) break;
        // Moves to the end of the set, where this loop meets it again.
        this.#steps.delete(step);
        if (step()) this.#steps.add(step);
      }
    } finally {
      this.#isWorking = false;
      this.#leftMs -= this.#now() - startedAt;
      if (!this.#isScheduled) setImmediate(this.#nextTurn);
      this.#isScheduled = true;
    }
  }

  readonly #nextTurn = () => {
    this.#isScheduled = false;
    this.#leftMs = TURN_MS;
    if (this.#steps.size > 0) this.#work();
  };
}

/** The turns of all live documents of this process. */
export const liveTurns = new EventLoopTurns();
