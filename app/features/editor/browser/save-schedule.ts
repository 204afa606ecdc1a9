import { IdleTimer } from '#app/features/editor/browser/idle-timer.ts';

const SAVE_AFTER_MS = 1000;
/** Upper limit for the delay of unsent text during continuous typing. */
const SAVE_WITHIN_MS = 2500;
const SAVE_IDLE_MS = 300;
const RETRY_FIRST_MS = 2000;
const RETRY_MOST_MS = 30_000;

/** Schedules saves: debounced with an upper limit, with exponential backoff after failures. */
export class SaveSchedule {
  readonly #save: () => void;
  readonly #timer = new IdleTimer();
  /** Time of the oldest change that no request has sent yet; null without one. */
  #unsentSince: number | null = null;
  #retryMs = RETRY_FIRST_MS;
  #isPaused = false;
  #isEnded = false;

  constructor(save: () => void) {
    this.#save = save;
  }

  noteChange(): void {
    this.#unsentSince ??= Date.now();
  }

  /** Call when a request contains every change, or nothing is unsent. */
  noteSent(): void {
    this.#unsentSince = null;
  }

  /** Call after a successful save. Resets the retry delay. */
  noteSuccess(): void {
    this.#retryMs = RETRY_FIRST_MS;
  }

  saveSoon(): void {
    const waited = Date.now() - (this.#unsentSince ?? Date.now());
    this.saveAfter(Math.max(0, Math.min(SAVE_AFTER_MS, SAVE_WITHIN_MS - waited)));
  }

  /** Schedules a retry; each delay is twice the previous one. */
  retryLater(): void {
    this.saveAfter(this.#retryMs);
    this.#retryMs = Math.min(RETRY_MOST_MS, 2 * this.#retryMs);
  }

  saveAfter(ms: number): void {
    this.cancel();
    if (!this.#isPaused && !this.#isEnded) this.#timer.start(this.#save, { afterMs: ms, withinMs: SAVE_IDLE_MS });
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Cancels the next save and schedules none until `resume`. */
  pause(): void {
    this.#isPaused = true;
    this.cancel();
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** Cancels the next save and schedules none any more, as the editor closes. */
  end(): void {
    this.#isEnded = true;
    this.cancel();
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  cancel(): void {
    this.#timer.cancel();
  }
}
