import { expect, test } from 'vitest';
import { PageBytes } from '#app/http/kept-pages/page-bytes.ts';
import { PageStore } from '#app/http/kept-pages/page-store.ts';
import { RecordedPage } from '#app/services/kept-pages/recorded-page.ts';
import { stopClock } from '#tests/support/clock.ts';

const NEVER = Number.POSITIVE_INFINITY;
const KILOBYTE = 1024;

const pageOf = (kilobytes: number) => ({
  bytes: new PageBytes(Buffer.alloc(kilobytes * KILOBYTE, 'a'), 'the nonce'),
  reads: new RecordedPage(),
});

test('the store is bounded in bytes; the page that was not asked for longest goes first', () => {
  const store = new PageStore();
  for (let n = 0; n < 100; n += 1) {
    store.keep(`page ${n}`, pageOf(200), NEVER);
    expect(store.find('page 0')).not.toBeNull();
    expect(store.size.bytes).toBeLessThanOrEqual(8 * KILOBYTE * KILOBYTE);
  }
  expect(store.find('page 99')).not.toBeNull();
  expect(store.find('page 1')).toBeNull();
  store.keep('too large', pageOf(1024), NEVER);
  expect(store.find('too large')).toBeNull();
});

test('a page is kept again in place of itself', () => {
  const store = new PageStore();
  store.keep('page', pageOf(200), NEVER);
  const { bytes } = store.size;
  store.keep('page', pageOf(200), NEVER);
  expect(store.size).toEqual({ pages: 1, bytes });
  store.forget('page');
  expect(store.size).toEqual({ pages: 0, bytes: 0 });
});

test('a page goes when its words change, and after ten minutes', () => {
  const clock = stopClock();
  const store = new PageStore();
  store.keep('fresh', pageOf(1), Date.now() + 30_000);
  store.keep('old', pageOf(1), NEVER);
  clock.advance(29);
  expect(store.find('fresh')).not.toBeNull();
  clock.advance(1);
  expect(store.find('fresh')).toBeNull();
  clock.advance(569);
  expect(store.find('old')).not.toBeNull();
  clock.advance(1);
  expect(store.find('old')).toBeNull();
});
