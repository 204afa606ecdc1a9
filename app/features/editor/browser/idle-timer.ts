/** Runs one piece of work after a delay, in a pause between keys. */
export class IdleTimer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #idle: number | undefined;

  get isSet(): boolean {
    return this.#timer !== undefined || this.#idle !== undefined;
  }

  /** Replaces the work that waits. `withinMs` is the longest wait for a pause after the delay. */
  start(work: () => void, { afterMs, withinMs }: { afterMs: number; withinMs: number }): void {
    this.cancel();
    const run = () => {
      this.cancel();
      work();
    };
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // Safari has no idle callbacks.
      if (afterMs === 0 || !('requestIdleCallback' in globalThis)) run();
      else this.#idle = requestIdleCallback(run, { timeout: withinMs });
    }, afterMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    if (this.#idle !== undefined) cancelIdleCallback(this.#idle);
    this.#timer = undefined;
    this.#idle = undefined;
  }
}
