import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { PageBytes } from '#app/features/public-page/server/page-bytes.ts';
import { PageCache } from '#app/features/public-page/server/page-cache.ts';

const LARGE = '<p>leaf</p>'.repeat(1_000_000);

test('a page has the same words in every encoding, before and after it is shrunk', async () => {
  for (const html of ['<p>leaf</p>', LARGE]) {
    const bytes = new PageBytes(html);
    for (const isShrunk of [false, true]) {
      if (isShrunk) await bytes.shrink();
      expect((await bytes.as('identity')).equals(Buffer.from(html))).toBe(true);
      expect((await promisify(gunzip)(await bytes.as('gzip'))).equals(Buffer.from(html))).toBe(true);
      expect((await promisify(brotliDecompress)(await bytes.as('br'))).equals(Buffer.from(html))).toBe(true);
    }
  }
});

test('concurrent views of a large page share one rendering, and later ones find it', async () => {
  const cache = new PageCache();
  let made = 0;
  const view = (stamp: string) =>
    cache.findOrMake('key', stamp, async () => {
      made += 1;
      return new PageBytes(LARGE);
    });
  const [one, other] = await Promise.all([view('1'), view('1')]);
  expect([made, other]).toEqual([1, one]);
  expect([await view('1'), made]).toEqual([one, 1]);
  await view('2');
  expect(made).toBe(2);
});

test('a page that is missing or fails is asked for again', async () => {
  const cache = new PageCache();
  const page = new PageBytes('<p>leaf</p>');
  expect(await cache.findOrMake('key', '1', async () => null)).toBeNull();
  await expect(cache.findOrMake('key', '1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.findOrMake('key', '1', async () => page)).toBe(page);
});
