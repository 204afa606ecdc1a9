import type { PageBytes } from '#app/features/public-page/server/page-bytes.ts';
import { SingleFlight } from '#app/services/single-flight.ts';

const BYTES_MAX = 24 * 1024 * 1024;
/** Maximum age. Linked documents may join or leave the public link; links are checked again after this time. */
const AGE_MAX_MS = 10 * 60 * 1000;

type Kept = { stamp: string; bytes: PageBytes; madeAt: number };

/**
 * LRU cache of whole pages. An entry with another `stamp` (state of its documents) is a miss. Concurrent views of one
 * page and stamp share one rendering. Access is checked elsewhere.
 */
export class PageCache {
  readonly #pages = new Map<string, Kept>();
  readonly #renderings = new SingleFlight<PageBytes | null>();
  #weight = 0;

  /** Returns the kept page, or that of `make`, which is kept unless null. */
  async findOrMake(key: string, stamp: string, make: () => Promise<PageBytes | null>): Promise<PageBytes | null> {
    const kept = this.#find(key, stamp);
    if (kept) return kept;
    return this.#renderings.join(`${key} ${stamp}`, () => this.#make(key, stamp, make));
  }

  async #make(key: string, stamp: string, make: () => Promise<PageBytes | null>): Promise<PageBytes | null> {
    const bytes = await make();
    if (bytes === null) return null;
    await bytes.shrink();
    this.#keep(key, stamp, bytes);
    return bytes;
  }

  #find(key: string, stamp: string): PageBytes | null {
    const kept = this.#pages.get(key);
    if (!kept || kept.stamp !== stamp || Date.now() - kept.madeAt > AGE_MAX_MS) return null;
    this.#pages.delete(key);
    this.#pages.set(key, kept);
    return kept.bytes;
  }

  #keep(key: string, stamp: string, bytes: PageBytes): void {
    this.#forget(key);
    if (bytes.weight > BYTES_MAX / 2) return;
    this.#pages.set(key, { stamp, bytes, madeAt: Date.now() });
    this.#weight += bytes.weight;
    for (const oldest of this.#pages.keys()) {
      if (this.#weight <= BYTES_MAX) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#weight -= this.#pages.get(key)?.bytes.weight ?? 0;
    this.#pages.delete(key);
  }
}
