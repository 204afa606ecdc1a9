import { expect, test } from 'vitest';
import { nextDailyHour } from '#app/services/notifications/daily-hour.ts';

test.each([
  ['UTC', '2026-03-10T07:59:59.999Z', '2026-03-10T08:00:00.000Z'],
  ['UTC', '2026-03-10T08:00:00.000Z', '2026-03-11T08:00:00.000Z'],
  ['Asia/Shanghai', '2026-03-10T12:00:00.000Z', '2026-03-11T00:00:00.000Z'],
  ['America/Los_Angeles', '2026-03-10T12:00:00.000Z', '2026-03-10T15:00:00.000Z'],
  ['Asia/Kolkata', '2026-03-10T03:00:00.000Z', '2026-03-11T02:30:00.000Z'],
  // Clocks change in the preceding night.
  ['Europe/Berlin', '2026-03-28T12:00:00.000Z', '2026-03-29T06:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00.000Z', '2026-10-25T07:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-10T12:00:00.000Z', '2026-03-10T18:00:00.000Z'],
])('the mail of the day in %s after %s is due at %s', (timeZone, now, expected) => {
  expect(new Date(nextDailyHour(timeZone, Date.parse(now))).toISOString()).toBe(expected);
});
