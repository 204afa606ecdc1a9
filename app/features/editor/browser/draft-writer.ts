import type { Draft, DraftKeeper } from '#app/browser/drafts.ts';

const DRAFT_AFTER_MS = 400;

/**
 * Writes the draft of an editing session, throttled. Does nothing without a keeper, i.e. if the browser refuses
 * storage.
 */
export class DraftWriter {
  readonly #keeper: DraftKeeper | null;
  readonly #read: () => Draft;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(keeper: DraftKeeper | null, read: () => Draft) {
    this.#keeper = keeper;
    this.#read = read;
  }

  /** Writes within `DRAFT_AFTER_MS`. */
  writeSoon(): void {
    this.#timer ??= setTimeout(() => this.write(), DRAFT_AFTER_MS);
  }

  write(): void {
    this.cancel();
    this.#keeper?.keep(this.#read()).catch(reportStorage);
  }

  /** Writes synchronously, as the page may end without another event. Returns false if the browser refuses storage. */
  writeNow(): boolean {
    return this.#keeper?.keepAtOnce(this.#read()) ?? false;
  }

  /** Removes the draft once the server has the text. */
  remove(): void {
    this.cancel();
    this.#keeper?.remove().catch(reportStorage);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Saving continues without drafts. The text itself is never logged. */
function reportStorage(error: unknown): void {
  console.warn('This browser keeps no drafts:', (error as Error).name);
}
