import { AppError } from '#app/errors.ts';

const AT_ONCE = 24;
const AT_ONCE_PER_HOST = 4;
const WAITING_MAX = 400;
const RETRY_AFTER_SECONDS = 5;

type Waiting = { host: string; start: () => void };

/** Limits concurrent fetches in total and per host, so that slow hosts cannot block the process or other hosts. */
export class FetchQueue {
  readonly #busy = new Map<string, number>();
  #total = 0;
  #waiting: Waiting[] = [];

  /** Runs work as soon as a slot is free. Throws `unavailable` if the queue is full. */
  async take<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
    if (!this.#isFree(host)) {
      if (this.#waiting.length >= WAITING_MAX) {
        throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      await new Promise<void>((start) => this.#waiting.push({ host, start }));
    } else this.#count(host, 1);
    try {
      return await work();
    } finally {
      this.#count(host, -1);
      this.#startNext();
    }
  }

  #isFree(host: string): boolean {
    return this.#total < AT_ONCE && (this.#busy.get(host) ?? 0) < AT_ONCE_PER_HOST;
  }

  #count(host: string, by: 1 | -1): void {
    this.#total += by;
    const busy = (this.#busy.get(host) ?? 0) + by;
    if (busy > 0) this.#busy.set(host, busy);
    else this.#busy.delete(host);
  }

  #startNext(): void {
    const next = this.#waiting.findIndex(({ host }) => this.#isFree(host));
    const [waiting] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (!waiting) return;
    this.#count(waiting.host, 1);
    waiting.start();
  }
}
