import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FetchFailure } from '#app/adapters/public-fetch.ts';
import { FetchQueue } from '#app/services/files/fetch-queue.ts';
import { pruneCache } from '#app/services/files/foreign-picture-cache.ts';
import { openForeignPicture } from '#app/services/files/open-foreign-picture.ts';
import '#tests/support/database.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { PNG } from '#tests/support/upload.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;
const SVG = '<?xml version="1.0"?>\n<!-- badge -->\n<svg xmlns="http://www.w3.org/2000/svg"/>';
let made = 0;
const newUrl = () => `https://other.example/${process.pid}-${made++}.png`;

/** Builds a host that serves the same bytes at each address, or fails while `isAway`. */
function host(bytes: Buffer | string) {
  const asked: string[] = [];
  const here = { isAway: false };
  const fetch = async (url: string) => {
    asked.push(url);
    if (here.isAway) throw new FetchFailure('answer');
    return Buffer.from(bytes);
  };
  return { asked, here, fetch };
}

afterEach(() => void vi.useRealTimers());

describe('S11: pictures of other hosts', () => {
  test('are fetched once, however many open the page at once, and then come from the cache', async () => {
    const { asked, fetch } = host(PNG);
    const url = newUrl();
    const readers = Array.from({ length: 10 }, (_, reader) => openForeignPicture(url, `reader ${reader}`, fetch));
    await Promise.all(readers);
    const { type, isInline, size, read } = await openForeignPicture(url, 'late', fetch);
    expect([asked.length, type, isInline, size]).toEqual([1, 'image/png', true, PNG.length]);
    expect((await buffer(await read())).equals(PNG)).toBe(true);
  });

  test('an SVG is for `<img>` alone; anything else is none, and its host is left in peace for a minute', async () => {
    expect(await openForeignPicture(newUrl(), 'ada', host(SVG).fetch)).toMatchObject({
      type: 'image/svg+xml',
      isInline: false,
    });
    for (const bytes of ['<html><script>alert(1)</script></html>', '%PDF-1.7', '', 'plain']) {
      const { asked, fetch } = host(bytes);
      const url = newUrl();
      expect(await outcomeOf(openForeignPicture(url, 'ada', fetch))).toBe('fileNotFound');
      expect(await outcomeOf(openForeignPicture(url, 'ada', fetch))).toBe('fileNotFound');
      expect(asked).toEqual([url]);
    }
  });

  test('are fetched anew each week; last week’s serves while the host is away, older ones are pruned', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { asked, here, fetch } = host(PNG);
    const url = newUrl();
    await openForeignPicture(url, 'ada', fetch);
    vi.setSystemTime(Date.now() + WEEK_MS);
    here.isAway = true;
    expect((await openForeignPicture(url, 'ada', fetch)).size).toBe(PNG.length);
    expect(asked.length).toBe(2);
    expect(await pruneCache(Date.now() + WEEK_MS)).toBeGreaterThan(0);
    vi.setSystemTime(Date.now() + WEEK_MS);
    expect(await outcomeOf(openForeignPicture(url, 'ada', fetch))).toBe('fileNotFound');
  });

  test('no private address is asked', async () => {
    let asked = 0;
    const inside = createServer((_request, response) => {
      asked += 1;
      response.end(PNG);
    }).listen(0, '127.0.0.1');
    await once(inside, 'listening');
    const { port } = inside.address() as AddressInfo;
    for (const name of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]']) {
      expect(await outcomeOf(openForeignPicture(`http://${name}:${port}/a.png`, 'ada'))).toBe('fileNotFound');
    }
    inside.close();
    expect(asked).toBe(0);
  });

  test('a slow host holds up its own pictures alone', async () => {
    const turns = new FetchQueue();
    const order: string[] = [];
    let release = () => {};
    const held = new Promise<void>((end) => {
      release = end;
    });
    const slow = Array.from({ length: 10 }, () => turns.take('slow.example', () => held));
    await Promise.all([1, 2, 3].map((each) => turns.take('quick.example', async () => order.push(`quick ${each}`))));
    expect(order.length).toBe(3);
    release();
    await Promise.all(slow);
  });
});
