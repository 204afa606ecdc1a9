import type { PageBytes } from '#app/http/kept-pages/page-bytes.ts';
import type { RecordedPage } from '#app/services/kept-pages/recorded-page.ts';

const BYTES_MAX = 8 * 1024 * 1024;
/** The largest page that is kept. */
const PAGE_MAX = BYTES_MAX / 8;
/** Maximum age. The clock in a page's data, which the browser uses, is not older. */
const AGE_MAX_MS = 10 * 60 * 1000;

export type KeptPage = { bytes: PageBytes; reads: RecordedPage };
type Entry = KeptPage & { until: number; weight: number };

/** LRU store of pages, bounded in bytes. Whether a page is current is checked elsewhere. */
export class PageStore {
  readonly #entries = new Map<string, Entry>();
  #weight = 0;

  find(key: string): KeptPage | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    this.forget(key);
    if (Date.now() >= entry.until) return null;
    this.#add(key, entry);
    return entry;
  }

  /** `changesAt`: when a relative time on the page gets other words. */
  keep(key: string, page: KeptPage, changesAt: number): void {
    this.forget(key);
    const weight = page.bytes.weight + page.reads.weight + 2 * key.length;
    if (weight > PAGE_MAX) return;
    this.#add(key, { ...page, weight, until: Math.min(changesAt, Date.now() + AGE_MAX_MS) });
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= BYTES_MAX) break;
      this.forget(oldest);
    }
  }

  forget(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#entries.size, bytes: this.#weight };
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#weight += entry.weight;
  }
}
