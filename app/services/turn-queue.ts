/** First come, first served: grants a number of turns at once. A turn ends by itself after `turnMs`. */
export class TurnQueue {
  readonly #atOnce: number;
  readonly #turnMs: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, turnMs }: { atOnce: number; turnMs: number }) {
    this.#atOnce = atOnce;
    this.#turnMs = turnMs;
  }

  /** True if the next one to come has to wait. */
  get isFull(): boolean {
    return this.#running >= this.#atOnce;
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
    const timer = setTimeout(end, this.#turnMs);
    return end;
  }

  /** Hands the turn to the next in line, so that nobody who comes later gets it. */
  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
