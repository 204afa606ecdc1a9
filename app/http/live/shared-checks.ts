type Watch<Result> = { listeners: Set<(result: Result) => void>; timer: NodeJS.Timeout };

/**
 * Repeats a check for connections that share its key: for example those of one session. Otherwise thousands of
 * connections would ask thousands of times a second.
 */
export class SharedChecks<Result> {
  readonly #watches = new Map<string, Watch<Result>>();
  readonly #everyMs: number;
  readonly #onFault: (error: unknown) => void;

  constructor(everyMs: number, onFault: (error: unknown) => void) {
    this.#everyMs = everyMs;
    this.#onFault = onFault;
  }

  /** Calls `listener` with each result of `check`. Returns an unsubscribe function. */
  watch(key: string, check: () => Promise<Result>, listener: (result: Result) => void): () => void {
    const watch = this.#watches.get(key) ?? this.#begin(key, check);
    watch.listeners.add(listener);
    return () => {
      watch.listeners.delete(listener);
      if (watch.listeners.size > 0) return;
      clearInterval(watch.timer);
      if (this.#watches.get(key) === watch) this.#watches.delete(key);
    };
  }

  #begin(key: string, check: () => Promise<Result>): Watch<Result> {
    const listeners = new Set<(result: Result) => void>();
    const tell = (result: Result) => {
      for (const listener of [...listeners]) listener(result);
    };
    let isRunning = false;
    // One at a time: an older result must not follow a newer one.
    const run = async () => {
      if (isRunning) return;
      isRunning = true;
      await check().then(tell).catch(this.#onFault);
      isRunning = false;
    };
    const timer = setInterval(() => void run(), this.#everyMs);
    const watch = { listeners, timer };
    this.#watches.set(key, watch);
    return watch;
  }
}
