import { availableParallelism } from 'node:os';
import { log } from '#app/observability/log.ts';
import { TurnQueue } from '#app/services/turn-queue.ts';

/** Delays before the text is updated: after a pause, and at most (contract §7: 2 s and 10 s). */
const AFTER_MS = 1000;
const WITHIN_MS = 7000;

/** Limits how many documents are written down at once, so that live messages pass in between. */
const turns = new TurnQueue({ atOnce: Math.max(2, availableParallelism()), turnMs: 2000 });

/** Decides when the text of a shared document is updated, and knows whether it lacks changes. */
export class Settling {
  readonly #settle: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #dueSince: number | null = null;
  /** The attempt under way, and the one after it for calls that came meanwhile. */
  #current: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #isInLine = false;
  #isStopped = false;

  constructor(settle: () => Promise<void>) {
    this.#settle = settle;
  }

  /** True if the text lacks stored changes. */
  get isDue(): boolean {
    return this.#dueSince !== null || this.#current !== null;
  }

  /** Updates the text after a pause. */
  soon(): void {
    const now = Date.now();
    this.#dueSince ??= now;
    const waited = now - this.#dueSince;
    if (this.#isInLine) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#inTurn(), Math.max(0, Math.min(AFTER_MS, WITHIN_MS - waited)));
  }

  async #inTurn(): Promise<void> {
    this.#isInLine = true;
    const endTurn = await turns.take();
    this.#isInLine = false;
    try {
      // A reader may have asked for the text meanwhile.
      if (this.#dueSince !== null && !this.#isStopped) await this.now();
    } finally {
      endTurn();
    }
  }

  /**
   * Updates the text at once, or as soon as the attempt under way has ended: one more serves all who came meanwhile. A
   * failure is logged and repeated.
   */
  now(): Promise<void> {
    if (this.#current) {
      this.#next ??= this.#current.then(() => {
        this.#next = null;
        return this.now();
      });
      return this.#next;
    }
    this.#current = this.#attempt().finally(() => {
      this.#current = null;
    });
    return this.#current;
  }

  async #attempt(): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueSince = null;
    try {
      await this.#settle();
    } catch (error) {
      log.error({ error, event: 'live-settle-failed' }, 'a shared text was not written');
      if (!this.#isStopped) this.soon();
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}
