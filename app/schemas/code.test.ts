import { expect, test } from 'vitest';
import { code } from '#app/schemas/accounts.ts';

test.each(['AB12CD', ' ab12cd\n', 'ab1 2cd', '123 456', '123-456', '123\u00a0456'])(
  '%j is a code of six characters',
  (typed) => {
    expect(code.parse(typed)).toBe(typed.replace(/[^\da-z]/gi, '').toUpperCase());
  },
);

test.each(['', '   ', '- -', '12345', '1234567'])('%j is no code', (typed) => {
  expect(code.safeParse(typed).success).toBe(false);
});
