import { expect, test } from 'vitest';
import { nextChange } from '#app/features/shell/next-change.ts';

const DAY = 86_400;
const SIZES = [365 * DAY, 30 * DAY, DAY, 3600, 60];

const shown = (seconds: number) => {
  const size = SIZES.find((each) => seconds >= each);
  return size ? `${Math.floor(seconds / size)} × ${size}` : 'now';
};

test.each([0, 59, 60, 119, 3599, 3600, DAY - 1, DAY, 29.5 * DAY, 30 * DAY, 364 * DAY, 365 * DAY, 800 * DAY])(
  'the words of an age of %d s stay the same until the next change, and no longer',
  (seconds) => {
    const next = nextChange(seconds, SIZES);
    expect(next).toBeGreaterThan(seconds);
    expect(shown(next - 1)).toBe(shown(seconds));
    expect(shown(next)).not.toBe(shown(seconds));
  },
);
