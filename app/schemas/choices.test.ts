import { expect, test } from 'vitest';
import { isId } from '#app/schemas/choices.ts';
import { id } from '#app/schemas/text.ts';

test.each([
  'clx0000000000000000000000',
  'c12345',
  'c123456',
  'C123456',
  'x123456',
  'c12345-',
  'c1234567\n',
  '',
  'C12AB56',
])('an id is one with the validation library and without: %j', (text) => {
  expect(isId(text)).toBe(id().safeParse(text).success);
});
