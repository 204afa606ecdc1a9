import type { ResponseBytes } from '#app/http/response-cache/response-bytes.ts';
import type { RecordedResponse } from '#app/services/response-cache/recorded-response.ts';

/** About 120 pages. Reading more pages than that in turn makes every lookup a miss. */
const BYTES_MAX = 12 * 1024 * 1024;
/** The largest response that is cached. */
const ANSWER_MAX = BYTES_MAX / 12;
/** Maximum age. The clock in a page's data, which the browser uses, is not older. */
const AGE_MAX_MS = 10 * 60 * 1000;

export type CachedResponse = { bytes: ResponseBytes; reads: RecordedResponse };
type Entry = CachedResponse & { until: number; weight: number };

/** LRU store of answers, bounded in bytes. Whether an answer is current is checked elsewhere. */
export class ResponseStore {
  readonly #entries = new Map<string, Entry>();
  #weight = 0;

  find(key: string): CachedResponse | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    this.forget(key);
    if (Date.now() >= entry.until) return null;
    this.#add(key, entry);
    return entry;
  }

  /** `changesAt` is the instant at which a relative time on the page changes. */
  keep(key: string, answer: CachedResponse, changesAt: number): void {
    this.forget(key);
    const weight = answer.bytes.weight + answer.reads.weight + 2 * key.length;
    if (weight > ANSWER_MAX) return;
    this.#add(key, { ...answer, weight, until: Math.min(changesAt, Date.now() + AGE_MAX_MS) });
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= BYTES_MAX) break;
      this.forget(oldest);
    }
  }

  forget(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  get size(): { answers: number; bytes: number } {
    return { answers: this.#entries.size, bytes: this.#weight };
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#weight += entry.weight;
  }
}
