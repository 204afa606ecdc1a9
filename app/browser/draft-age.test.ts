import { expect, test } from 'vitest';
import { ageOf } from '#app/browser/draft-age.ts';

const DAY = 24 * 60 * 60 * 1000;

test('a draft is over only if it is found older than 30 days at two visits a day apart', () => {
  expect(ageOf({ at: 0 }, 30 * DAY)).toBe('current');
  expect(ageOf({ at: 0 }, 31 * DAY)).toBe('old');
  expect(ageOf({ at: 0, oldSince: 31 * DAY }, 31.5 * DAY)).toBe('marked');
  expect(ageOf({ at: 0, oldSince: 31 * DAY }, 33 * DAY)).toBe('over');
});

test('one visit with a clock that is ahead deletes nothing, and its mark counts for no later one', () => {
  expect(ageOf({ at: 0 }, 400 * DAY)).toBe('old');
  expect(ageOf({ at: 0, oldSince: 400 * DAY }, DAY)).toBe('current');
  expect(ageOf({ at: 0, oldSince: 400 * DAY }, 31 * DAY)).toBe('old');
});
