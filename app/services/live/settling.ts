import { log } from '#app/observability/log.ts';

/** Delays before the text is updated: after a pause, and at most (contract §7: 2 s and 10 s). */
const AFTER_MS = 1000;
const WITHIN_MS = 7000;

/** Decides when the text of a shared document is updated, and knows whether it lacks changes. */
export class Settling {
  readonly #settle: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #dueSince: number | null = null;
  /** Calls under way. A long text takes seconds, in which readers have to wait for it. */
  #running = 0;
  #isStopped = false;

  constructor(settle: () => Promise<void>) {
    this.#settle = settle;
  }

  /** True if the text lacks stored changes. */
  get isDue(): boolean {
    return this.#dueSince !== null || this.#running > 0;
  }

  /** Updates the text after a pause. */
  soon(): void {
    const now = Date.now();
    this.#dueSince ??= now;
    const waited = now - this.#dueSince;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now(), Math.max(0, Math.min(AFTER_MS, WITHIN_MS - waited)));
  }

  /** Updates the text. A failure is logged and repeated. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueSince = null;
    this.#running += 1;
    try {
      await this.#settle();
    } catch (error) {
      log.error({ error, event: 'live-settle-failed' }, 'a shared text was not written');
      if (!this.#isStopped) this.soon();
    } finally {
      this.#running -= 1;
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}
