/** Maximum time for a thread to load its code on a busy machine. */
const START_MAX_MS = 60_000;

/** Aborts work after a timeout, which does not include the start of its thread. */
export class Deadline {
  /** Shared with the thread, which sets it to 1 when the work starts. */
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
