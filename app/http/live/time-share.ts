/** Time on the main thread that costs no pause. Replacing 16,000 words takes a third of it. */
const FREE_MS = 1000;
/** Part of the main thread that one person may use after that. */
const SHARE = 0.1;
/** Longest pause. The next ping must be answered in time. */
const PAUSE_MAX_MS = 10_000;

/** Counts the time that one person's messages take on the main thread, and slows them down beyond a share of it. */
export class TimeShare {
  readonly #now: () => number;
  #usedMs = 0;
  #since: number;

  /** `now` returns a time in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /** Runs work and counts its time. */
  run<Result>(work: () => Result): Result {
    const startedAt = this.#now();
    try {
      return work();
    } finally {
      this.#usedMs = this.#used() + this.#now() - startedAt;
    }
  }

  /** Time to wait before the next work. */
  get pauseMs(): number {
    return Math.min(PAUSE_MAX_MS, Math.max(0, (this.#used() - FREE_MS) / SHARE));
  }

  #used(): number {
    const now = this.#now();
    this.#usedMs = Math.max(0, this.#usedMs - (now - this.#since) * SHARE);
    this.#since = now;
    return this.#usedMs;
  }
}
