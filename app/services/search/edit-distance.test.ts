import { expect, test } from 'vitest';
import { editDistance } from '#app/services/search/edit-distance.ts';

test.each([
  ['word', 'word', 0],
  ['wrod', 'word', 1],
  ['wor', 'word', 1],
  ['words', 'word', 1],
  ['ward', 'word', 1],
  ['resturant', 'restaurant', 1],
  ['restaraunt', 'restaurant', 2],
  ['entirely', 'different', 3],
])('%s is %s with %i changes, three at most', (one, other, distance) => {
  expect(editDistance(one, other, 2)).toBe(distance);
});
