import { expect, test } from 'vitest';
import { ResponseBytes } from '#app/http/response-cache/response-bytes.ts';
import { ResponseStore } from '#app/http/response-cache/response-store.ts';
import { RecordedResponse } from '#app/services/response-cache/recorded-response.ts';
import { stopClock } from '#tests/support/clock.ts';

const NEVER = Number.POSITIVE_INFINITY;
const KILOBYTE = 1024;

const answerOf = (kilobytes: number) => ({
  bytes: new ResponseBytes(Buffer.alloc(kilobytes * KILOBYTE, 'a'), 'the nonce'),
  reads: new RecordedResponse(),
});

test('the store is bounded in bytes; the answer that was not asked for longest goes first', () => {
  const store = new ResponseStore();
  for (let n = 0; n < 100; n += 1) {
    store.keep(`answer ${n}`, answerOf(200), NEVER);
    expect(store.find('answer 0')).not.toBeNull();
    expect(store.size.bytes).toBeLessThanOrEqual(12 * KILOBYTE * KILOBYTE);
  }
  expect(store.find('answer 99')).not.toBeNull();
  expect(store.find('answer 1')).toBeNull();
  store.keep('too large', answerOf(1024), NEVER);
  expect(store.find('too large')).toBeNull();
});

test('a response replaces its older version', () => {
  const store = new ResponseStore();
  store.keep('answer', answerOf(200), NEVER);
  const { bytes } = store.size;
  store.keep('answer', answerOf(200), NEVER);
  expect(store.size).toEqual({ answers: 1, bytes });
  store.forget('answer');
  expect(store.size).toEqual({ answers: 0, bytes: 0 });
});

test('an answer goes when its words change, and after ten minutes', () => {
  const clock = stopClock();
  const store = new ResponseStore();
  store.keep('fresh', answerOf(1), Date.now() + 30_000);
  store.keep('old', answerOf(1), NEVER);
  clock.advance(29);
  expect(store.find('fresh')).not.toBeNull();
  clock.advance(1);
  expect(store.find('fresh')).toBeNull();
  clock.advance(569);
  expect(store.find('old')).not.toBeNull();
  clock.advance(1);
  expect(store.find('old')).toBeNull();
});
