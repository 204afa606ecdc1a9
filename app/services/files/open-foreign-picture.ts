import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FetchFailure, fetchPublic } from '#app/adapters/public-fetch.ts';
import { storage } from '#app/adapters/storage.ts';
import { AppError } from '#app/errors.ts';
import { fileTypeOf } from '#app/schemas/file-types.ts';
import { SNIFFED_BYTES } from '#app/services/files/digest-bytes.ts';
import { FetchQueue } from '#app/services/files/fetch-queue.ts';
import { type CachedPicture, findCached, keepInCache } from '#app/services/files/foreign-picture-cache.ts';
import { inlineTypeOf } from '#app/services/files/inspect-upload.ts';
import { consumeLimit } from '#app/services/limits/request-limits.ts';
import { SingleFlight } from '#app/services/single-flight.ts';

const PICTURE_BYTES_MAX = 10 * 1024 * 1024;
const FAILURE_REMEMBERED_MS = 60_000;
const FAILURES_MAX = 1000;

/**
 * An image of another host with the type of its bytes. Browsers may run scripts in an SVG, so it must not be opened as
 * a page.
 */
export type ForeignPicture = { type: string; isInline: boolean; size: number; read: () => Promise<Readable> };

type Fetch = (url: string, maxBytes: number) => Promise<Buffer>;

const fetches = new SingleFlight<CachedPicture>();
const failedAt = new Map<string, number>();
const turns = new FetchQueue();

/**
 * Opens another host's image from the cache, else fetches it from public addresses only, without cookies or referrer.
 * Fetches are limited by `asker`, the session or client address. Throws `fileNotFound`, `requestTooFrequent`,
 * `unavailable`.
 */
export async function openForeignPicture(
  url: string,
  asker: string,
  fetch: Fetch = fetchPublic,
): Promise<ForeignPicture> {
  const { key, size } = (await findCached(url)) ?? (await fetchOnce(url, asker, fetch));
  const head = await buffer(await storage().read(key, { start: 0, end: Math.min(size, SNIFFED_BYTES) - 1 }));
  const type = await pictureTypeOf(head);
  if (!type) throw new AppError('fileNotFound');
  return { type, isInline: type !== SVG, size, read: () => storage().read(key) };
}

/** Concurrent requests for an image cause one fetch. */
async function fetchOnce(url: string, asker: string, fetch: Fetch): Promise<CachedPicture> {
  if (Date.now() - (failedAt.get(url) ?? 0) < FAILURE_REMEMBERED_MS) return orOld(url);
  const running = fetches.find(url);
  if (running) return running;
  await consumeLimit('pictureFetch', asker);
  return fetches.join(url, () => fetchInto(url, fetch));
}

async function fetchInto(url: string, fetch: Fetch): Promise<CachedPicture> {
  try {
    const bytes = await turns.take(new URL(url).host, () => fetch(url, PICTURE_BYTES_MAX));
    const type = await pictureTypeOf(bytes.subarray(0, SNIFFED_BYTES));
    if (type) return await keepInCache(url, bytes, type);
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
  }
  rememberFailure(url);
  return orOld(url);
}

async function orOld(url: string): Promise<CachedPicture> {
  const old = await findCached(url, true);
  if (old) return old;
  throw new AppError('fileNotFound');
}

function rememberFailure(url: string): void {
  failedAt.delete(url);
  failedAt.set(url, Date.now());
  for (const oldest of failedAt.keys()) {
    if (failedAt.size <= FAILURES_MAX) break;
    failedAt.delete(oldest);
  }
}

const SVG = 'image/svg+xml';
/** Content allowed before the root element of an SVG. Its length is limited by the inspected bytes. */
const PROLOGUE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*(?:<!DOCTYPE[^>[]*>\s*)?<svg[\s>]/;

/** Returns the type of an image that browsers show in `<img>`; null for anything else. */
async function pictureTypeOf(head: Buffer): Promise<string | null> {
  const ext = await inlineTypeOf(head);
  if (ext) return fileTypeOf(ext)?.type ?? null;
  return PROLOGUE.test(head.toString('utf8').replace(/^\ufeff/, '')) ? SVG : null;
}
