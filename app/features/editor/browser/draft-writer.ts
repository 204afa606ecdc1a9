import type { Text } from '@codemirror/state';
import type { DraftKeeper, DraftOf } from '#app/browser/drafts.ts';
import { IdleTimer } from '#app/features/editor/browser/idle-timer.ts';

const DRAFT_AFTER_MS = 400;
const DRAFT_IDLE_MS = 80;

/**
 * Writes the draft of an editing session, throttled. Does nothing without a keeper, i.e. if the browser refuses
 * storage.
 */
export class DraftWriter {
  readonly #keeper: DraftKeeper<Text> | null;
  readonly #read: () => DraftOf<Text>;
  readonly #timer = new IdleTimer();

  constructor(keeper: DraftKeeper<Text> | null, read: () => DraftOf<Text>) {
    this.#keeper = keeper;
    this.#read = read;
  }

  /** Writes within half a second. */
  writeSoon(): void {
    if (this.#timer.isSet) return;
    this.#timer.start(() => this.write(), { afterMs: DRAFT_AFTER_MS, withinMs: DRAFT_IDLE_MS });
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
    this.#timer.cancel();
  }
}

/** Saving continues without drafts. The text itself is never logged. */
function reportStorage(error: unknown): void {
  console.warn('This browser keeps no drafts:', (error as Error).name);
}
