import { expect, test } from 'vitest';
import { advisePassword } from '#app/schemas/password-advice.ts';

test.each([
  ['', null],
  ['tree', 'missing'],
  ['password-1', 'missing'],
  ['Password123!', 'common'],
  ['Qwerty1', 'common'],
  ['Tree7', 'tooShort'],
  ['Tree77', 'short'],
  ['Aa1Aa1Aa1Aa1Aa1Aa1', 'short'],
  ['Willow-River-7', 'strong'],
  ['WillowRiver7', 'fair'],
])('%s is %s', (password, advice) => {
  expect(advisePassword(password, 6)).toBe(advice);
});
