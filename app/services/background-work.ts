/**
 * Work that runs in the background, once at a time. A call of `start` during a run triggers another run after it.
 * Failures go to `onFailure`.
 */
export class BackgroundWork {
  readonly #work: () => Promise<unknown>;
  readonly #onFailure: (error: unknown) => void;
  #isWanted = false;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<unknown>, onFailure: (error: unknown) => void) {
    this.#work = work;
    this.#onFailure = onFailure;
  }

  /** Starts a run after the caller returns. */
  start(): void {
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Waits until no run is under way or wanted. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    await Promise.resolve();
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        await this.#work();
      } catch (error) {
        this.#onFailure(error);
      }
    }
    // No await since the last look at what is wanted, so that no call is missed.
    this.#running = undefined;
  }
}
