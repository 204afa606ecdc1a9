/** First come, first served: grants a number of turns at once. With `turnMs`, a turn ends by itself after that time. */
export class TurnQueue {
  readonly #atOnce: number;
  readonly #turnMs: number | undefined;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, turnMs }: { atOnce: number; turnMs?: number }) {
    this.#atOnce = atOnce;
    this.#turnMs = turnMs;
  }

  /** True if the next one to come has to wait. */
  get isFull(): boolean {
    return this.#running >= this.#atOnce;
  }

  /** True while nobody has a turn. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Number of those who wait for a turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs work in a turn. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const end = await this.take();
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Waits for a turn. Resolves with a function that ends it. */
  async take(): Promise<() => void> {
    if (this.isFull) await new Promise<void>((start) => this.#waiting.push(start));
    else this.#running += 1;
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      this.#endTurn();
    };
    const timer = this.#turnMs === undefined ? undefined : setTimeout(end, this.#turnMs);
    return end;
  }

  /** Hands the turn to the next in line, so that nobody who comes later gets it. */
  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
