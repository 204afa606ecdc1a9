import { expect, test } from 'vitest';
import { isEverDue, lastDue, nextDue, parseCron, WITHIN_DAY_MS, WITHIN_YEARS_MS } from '#app/config/cron.server.ts';

const at = (text: string) => Date.parse(`${text}:00.000Z`);

test.each([
  // Thursday.
  ['30 2 * * *', '2026-11-19T12:00', '2026-11-19T02:30'],
  ['30 2 * * *', '2026-11-19T02:29', '2026-11-18T02:30'],
  ['30 2 * * *', '2026-11-19T02:30', '2026-11-19T02:30'],
  ['*/15 * * * *', '2026-11-19T12:07', '2026-11-19T12:00'],
  ['0 8-18/2,22 * * 1-5', '2026-11-19T21:00', '2026-11-19T18:00'],
  ['0 0 * * 7', '2026-11-22T05:00', '2026-11-22T00:00'],
  ['0 0 1 12 *', '2026-12-01T05:00', '2026-12-01T00:00'],
])('%s was last due before %s at %s', (text, now, expected) => {
  expect(lastDue(parseCron(text)!, at(now), WITHIN_DAY_MS)).toBe(at(expected));
  expect(lastDue(parseCron(text)!, at(now), WITHIN_YEARS_MS)).toBe(at(expected));
});

test.each([
  ['30 2 * * *', '2026-11-19T02:29', '2026-11-19T02:30'],
  ['30 2 * * *', '2026-11-19T02:30', '2026-11-20T02:30'],
  ['*/15 * * * *', '2026-12-31T23:50', '2027-01-01T00:00'],
  ['0 0 * * 7', '2026-11-19T05:00', '2026-11-22T00:00'],
  ['0 12 29 2 *', '2026-11-19T05:00', '2028-02-29T12:00'],
])('%s is next due after %s at %s', (text, now, expected) => {
  expect(nextDue(parseCron(text)!, at(now))).toBe(at(expected));
});

test.each([
  ['0 0 31 2 *', false],
  ['0 0 30,31 2 *', false],
  ['0 0 31 4,6,9,11 *', false],
  ['0 0 31 2,3 *', true],
  ['0 0 29 2 1', true],
])('whether %s is ever due: %s', (text, expected) => {
  expect(isEverDue(parseCron(text)!)).toBe(expected);
});

test('a day that does not exist is never due', () => {
  expect(nextDue(parseCron('0 0 31 2 *')!, at('2026-11-19T05:00'))).toBeNull();
});

test.each([
  ['0 0 * * 0', '2026-11-24T12:00', '2026-11-22T00:00'],
  ['30 2 1 * *', '2026-11-28T12:00', '2026-11-01T02:30'],
  ['30 2,14 31 * *', '2026-11-28T12:00', '2026-10-31T14:30'],
  ['0 12 29 2 *', '2026-11-19T05:00', '2024-02-29T12:00'],
])('%s, due more than a day before %s, is not made up but overdue since %s', (text, now, expected) => {
  expect(lastDue(parseCron(text)!, at(now), WITHIN_DAY_MS)).toBeNull();
  expect(lastDue(parseCron(text)!, at(now), WITHIN_YEARS_MS)).toBe(at(expected));
});

test.each(['', '* * * *', '60 * * * *', '* * 0 * *', '*/0 * * * *', '5-1 * * * *', 'a * * * *', '1,,2 * * * *'])(
  '%j is no schedule',
  (text) => {
    expect(parseCron(text)).toBeNull();
  },
);
