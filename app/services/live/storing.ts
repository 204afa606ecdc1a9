import * as Y from 'yjs';
import { log } from '#app/observability/log.ts';

/** Debounce time after which gathered changes are stored in one row. */
const GATHER_MS = 100;
const RETRY_MS = 500;
/** Bytes stored at once: merging more would block the event loop. */
const BATCH_BYTES = 2 * 1024 * 1024;

/** `isLast`: no later changes wait. */
export type Batch = { changes: Uint8Array; writers: string[]; isLast: boolean };

/** Stores the changes of a shared document, and again until the database has them. */
export class Storing {
  readonly #store: (batch: Batch) => Promise<void>;
  #pending: Uint8Array[] = [];
  #bytes = 0;
  #writers = new Set<string>();
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** `store` throws if the changes have to be stored again. */
  constructor(store: (batch: Batch) => Promise<void>) {
    this.#store = store;
  }

  /** True if all changes are stored. */
  get isIdle(): boolean {
    return this.#pending.length === 0 && this.#running === null;
  }

  /** Bytes of the changes that are not stored. */
  get bytes(): number {
    return this.#bytes;
  }

  add(update: Uint8Array, writer: string): void {
    this.#writers.delete(writer);
    // Re-add at the end: the last writer is the author of the revision.
    this.#writers.add(writer);
    this.#pending.push(update);
    this.#bytes += update.length;
    this.#storeSoon();
  }

  /** Resolves once all changes are stored or storing was stopped. */
  async flush(): Promise<void> {
    while (!this.#isStopped && !this.isIdle) {
      clearTimeout(this.#timer);
      await this.#storeNow();
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Starts the timer of the next store. While one runs, its end does so. */
  #storeSoon(): void {
    if (this.#running || this.#isStopped || this.#pending.length === 0) return;
    this.#timer ??= setTimeout(() => void this.#storeNow(), GATHER_MS);
  }

  #storeNow(): Promise<void> {
    this.#running ??= this.#storePending().finally(() => {
      this.#running = null;
      this.#storeSoon();
    });
    return this.#running;
  }

  async #storePending(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.length === 0 || this.#isStopped) return;
    const taken = this.#takeBatch();
    const writers = [...this.#writers];
    const isLast = this.#pending.length === 0;
    // Later changes may be of any of them.
    if (isLast) this.#writers = new Set();
    try {
      await this.#store({ changes: Y.mergeUpdates(taken), writers, isLast });
    } catch (error) {
      log.error({ error, event: 'live-store-failed' }, 'changes of a shared text were not stored yet');
      this.#pending = [...taken, ...this.#pending];
      this.#writers = new Set([...writers, ...this.#writers]);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return;
    }
    this.#bytes -= sizeOf(taken);
  }

  #takeBatch(): Uint8Array[] {
    let bytes = 0;
    const rest = this.#pending.findIndex((update) => {
      bytes += update.length;
      return bytes > BATCH_BYTES;
    });
    return this.#pending.splice(0, rest === -1 ? this.#pending.length : Math.max(1, rest));
  }
}

const sizeOf = (updates: Uint8Array[]): number => updates.reduce((sum, { length }) => sum + length, 0);
