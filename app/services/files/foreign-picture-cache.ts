import { Readable } from 'node:stream';
import type { StoredObject } from '#app/adapters/file-storage.ts';
import { storage } from '#app/adapters/storage.ts';
import { log } from '#app/observability/log.ts';
import { sha256 } from '#app/services/crypto/secrets.ts';
import { DAY_MS } from '#app/services/day.ts';

const FOLDER = 'foreign';
const WEEK_MS = 7 * DAY_MS;
const CACHE_BYTES_MAX = 512 * 1024 * 1024;
/** Share of the cache kept when it is full, so that pruning is rare. */
const KEPT_SHARE = 0.8;

/** Size of the cache in bytes when this process last counted it; null before. */
let counted: number | null = null;
/** Bytes written since that count began. */
let written = 0;
let isCounting = false;

/**
 * The key contains the week, so that an image is fetched again each week without a row for its age. Last week's image
 * is the fallback while its host is down.
 */
const keyIn = (week: number, url: string) => `${FOLDER}/${week}/${sha256(url)}`;
const weekOf = (now: number) => Math.floor(now / WEEK_MS);

export type CachedPicture = { key: string; size: number };

/** Finds an image fetched this week, or last week with `isOldGood`. */
export async function findCached(url: string, isOldGood = false): Promise<CachedPicture | null> {
  const key = keyIn(weekOf(Date.now()) - (isOldGood ? 1 : 0), url);
  const size = await storage().sizeOf(key);
  return size === null ? null : { key, size };
}

export async function keepInCache(url: string, bytes: Buffer, type: string): Promise<CachedPicture> {
  const key = keyIn(weekOf(Date.now()), url);
  await storage().write(key, Readable.from([bytes]), { type });
  written += bytes.length;
  if (!isCounting && mustCount()) void countAgain();
  return { key, size: bytes.length };
}

const mustCount = () => counted === null || counted + written > CACHE_BYTES_MAX;

/** Counts the cache and prunes it if it is full. After a failure of the storage the next image counts again. */
async function countAgain(): Promise<void> {
  isCounting = true;
  try {
    while (mustCount()) {
      const before = written;
      counted = await removeOldest();
      written -= before;
    }
  } catch (error) {
    counted = null;
    log.warn({ event: 'picture-cache-not-counted', error }, 'the cache of pictures could not be counted or pruned');
  } finally {
    isCounting = false;
  }
}

/** Removes the oldest images of a cache that is full. Returns its size in bytes. */
async function removeOldest(): Promise<number> {
  const all: StoredObject[] = [];
  for await (const object of storage().list(FOLDER)) all.push(object);
  all.sort((one, other) => one.modifiedAt - other.modifiedAt);
  let total = all.reduce((sum, { size }) => sum + size, 0);
  if (total <= CACHE_BYTES_MAX) return total;
  for (const { key, size } of all) {
    if (total <= CACHE_BYTES_MAX * KEPT_SHARE) break;
    await storage().remove(key);
    total -= size;
  }
  return total;
}

/** Removes images of expired weeks. Returns their number. Throws the reason of `signal` between two. */
export async function pruneCache(now: number, signal?: AbortSignal): Promise<number> {
  const oldest = weekOf(now) - 1;
  let pruned = 0;
  for await (const { key } of storage().list(FOLDER)) {
    signal?.throwIfAborted();
    if (Number(key.split('/')[1]) >= oldest) continue;
    await storage().remove(key);
    pruned += 1;
  }
  return pruned;
}
