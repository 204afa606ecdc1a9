/** A thread that starts on a busy machine loads its code for so long at most. */
const START_MAX_MS = 60_000;

/** Aborts work some time after it began; the start of its thread is not counted. */
export class Deadline {
  /** Shared with the thread, which sets it to 1 when the work begins. */
  readonly started = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #controller = new AbortController();
  readonly #askedAt = performance.now();
  #timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    const look = () => {
      const isStarting = Atomics.load(this.started, 0) === 0 && performance.now() - this.#askedAt < START_MAX_MS;
      if (isStarting) this.#timer = setTimeout(look, milliseconds).unref();
      else this.#controller.abort();
    };
    this.#timer = setTimeout(look, milliseconds).unref();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
