import { expect, test } from 'vitest';
import { looksLikeId } from '#app/schemas/looks-like-id.ts';
import { id } from '#app/schemas/text.ts';

test.each([
  'c00000000000000000000000',
  'cabcdefg',
  'Cabcdef',
  'cabcde',
  'x00000000000000000000000',
  'c-abcdefgh',
  'cABCDEFG',
  '',
  ' cabcdefg',
])('tells an id as the schema does: %o', (text) => {
  expect(looksLikeId(text)).toBe(id().safeParse(text).success);
});
